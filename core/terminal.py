"""Terminal messages in the system's language: Portuguese, else English.

`start.py` runs before any package is installed, so this is no gettext: `SENTENCES` maps the English in the
code to Portuguese. A test checks that it contains exactly the sentences in use, with the same facts. Python
3.7 can read this file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

# --- start.py, with nothing but Python -----------------------------------------------------------

STARTING = {
    "Python 3.11 or newer is needed, and this is {version}: install a newer one from python.org (on Debian "
    "12 or newer: apt-get install python3 python3-venv), then start again with it.": (
        "É preciso o Python 3.11 ou mais novo, e este é o {version}: instale um mais novo de python.org (no "
        "Debian 12 ou mais novo: apt-get install python3 python3-venv) e inicie de novo com ele."
    ),
    "Stopped before everything was ready; the next start completes it.": (
        "Interrompido antes de tudo estar pronto; o próximo início completa o que falta."
    ),
    "Setting up {folder} (once; it takes a minute or two and the internet).": (
        "Preparando {folder} (só desta vez; leva um ou dois minutos e precisa de internet)."
    ),
    "The disk is full: free 500 MB, then start again.": (
        "O disco está cheio: libere 500 MB e inicie de novo."
    ),
    "The folder {root} cannot be written: stop what runs from it, or copy it into a folder of your own, then "
    "start there.": (
        "Não dá para gravar na pasta {root}: encerre o que está rodando dela, ou copie-a para uma pasta sua "
        "e inicie ali."
    ),
    "This Python cannot create virtual environments: install its venv module (on Debian: apt-get install "
    "python3-venv), then start again.": (
        "Este Python não cria ambientes virtuais: instale o módulo venv (no Debian: apt-get install "
        "python3-venv) e inicie de novo."
    ),
    "The packages could not be downloaded: the first start needs the internet. Connect (a guest network may "
    "want you to sign in first), then start again.": (
        "Não foi possível baixar os pacotes: o primeiro início precisa de internet. Conecte-se (uma rede de "
        "visitantes pode pedir login antes) e inicie de novo."
    ),
    "Some packages do not exist for Python {python} on this computer: install Python 3.11 to 3.14 (64 bit), "
    "then start again with it.": (
        "Alguns pacotes não existem para o Python {python} neste computador: instale o Python 3.11 a 3.14 "
        "(64 bits) e inicie de novo com ele."
    ),
    "A downloaded package is damaged, or is not the one expected: start again, and if it happens again, "
    "try another network.": (
        "Um pacote chegou danificado ou não é o que conhecemos: inicie de novo e, se continuar assim, em "
        "outra rede."
    ),
    "Setting up failed: {said}": "A preparação falhou: {said}",
    "it stopped without a message; start again": "parou sem dizer por quê; inicie de novo",
    "--setup takes run or test, not {given}.": "--setup aceita run ou test, não {given}.",
    "a real day: no demo, open to the phones in the hall, stored in the folder `chama` of your home": (
        "um dia de verdade: sem demonstração, aberto aos celulares do salão, guardado na pasta `chama` da "
        "sua pasta pessoal"
    ),
    "get everything ready to run (or to test), and end": "preparar tudo para rodar (ou testar) e encerrar",
    "show this and end": "mostrar isto e encerrar",
    "Everything else is passed on to `manage.py serve`.": "Todo o resto vai para `manage.py serve`.",
}

# --- manage.py serve ----------------------------------------------------------------------------

SERVING = {
    "This database is of a checkout from before 0.1.0. Check out commit {commit} and run `manage.py migrate` "
    "there, then start this version again.": (
        "Este banco de dados é de um checkout anterior à 0.1.0. Faça checkout do commit {commit} e rode "
        "`manage.py migrate` lá; depois inicie esta versão de novo."
    ),
    "This database has migrations that this version does not know ({names}), and lacks others. Start the "
    "version that made them, or restore a backup into an empty folder.": (
        "Este banco de dados tem migrações que esta versão não conhece ({names}), e faltam outras. Inicie a "
        "versão que as fez, ou restaure uma cópia em uma pasta vazia."
    ),
    "Chama is at {address}": "O Chama está em {address}",
    "Only this computer can reach it. For the phones in the hall, start it with --hall.": (
        "Só este computador o alcança. Para os celulares do salão, inicie com --hall."
    ),
    "No phone can reach it yet: join the hall's network, then start it again.": (
        "Nenhum celular o alcança ainda: entre na rede do salão e inicie de novo."
    ),
    "Phones in the hall reach it at {addresses}": "Os celulares do salão o alcançam em {addresses}",
    "or": "ou",
    "Over https it is at {address}": "Por https ele está em {address}",
    "No phone can use https yet: join the hall's network, then start it again.": (
        "Ainda não dá para oferecer https aos celulares: entre na rede do salão e inicie de novo."
    ),
    "Phones of the staff can open their pages offline from {address}": (
        "Os celulares da equipe guardam as páginas sem rede em {address}"
    ),
    "How to open it, and the warning that a phone shows: {address}": (
        "Como abrir esse endereço, e o que o celular avisa: {address}"
    ),
    "Certificate “{name}”, until {day}, SHA-256": "Certificado “{name}”, até {day}, SHA-256",
    "All data are in {folder}": "Tudo fica guardado em {folder}",
    "Every change is written to {folder} within a second or two.": (
        "Tudo o que muda é gravado também em {folder}, em um ou dois segundos."
    ),
    "That is the same disk: if the laptop is lost, so are the backups. Better use a USB stick.": (
        "É o mesmo disco: se o notebook se perder, as cópias vão junto. Melhor usar um pen drive."
    ),
    "No backups are made. With --backup-to FOLDER, on a USB stick, the data survive the loss of this "
    "laptop.": (
        "Nenhuma cópia de segurança é feita: com --backup-to PASTA, em um pen drive, o dia sobrevive a este "
        "notebook."
    ),
    "Its disk is nearly full, {megabytes} MB left: free some space before you record results.": (
        "O disco está quase cheio, restam {megabytes} MB: libere espaço antes de registrar resultados."
    ),
    "Demo accounts, password “{password}”:": "Contas da demonstração, senha “{password}”:",
    "organizes and coordinates": "organiza e coordena",
    "judges": "é juiz",
    "plays": "joga",
    "Loading the demo…": "Carregando a demonstração…",
    "Stop with Ctrl-C; everything recorded is saved.": "Encerre com Ctrl-C; o que foi registrado fica.",
    "Chama is already running with {folder}. Use that one, end it, or set DATA_DIR to another folder.": (
        "O Chama já está rodando com {folder}. Use esse, encerre-o ou aponte DATA_DIR para outra pasta."
    ),
    "Chama cannot listen at {host}, port {port} ({reason}). End the program that uses it, or set PORT to "
    "another number.": (
        "Não dá para atender em {host}, porta {port} ({reason}). Encerre o que está rodando ali ou mude PORT "
        "para outro número."
    ),
    "This database has the demo's accounts, whose password everyone knows: for a real day set DATA_DIR "
    "to another folder, or add --demo to show the demo to others.": (
        "Este banco de dados tem as contas da demonstração, cuja senha todos conhecem: para um dia de "
        "verdade, aponte DATA_DIR para outra pasta, ou acrescente --demo para mostrar a demonstração aos "
        "outros."
    ),
    "HTTPS=true is for a proxy with https in front of this: remove that variable, or --https.": (
        "HTTPS=true é para um proxy com https na frente: tire essa variável ou o --https."
    ),
    "This computer has no https: the package cryptography, which creates certificates, is missing. Start "
    "without --https.": (
        "Este computador não tem https: falta o pacote cryptography, que faz os certificados. Inicie sem "
        "--https."
    ),
    "{path} cannot be written ({reason}). Make it writable, free some space, or set DATA_DIR to another "
    "folder.": (
        "Não dá para gravar em {path} ({reason}). Libere a gravação ou espaço, ou aponte DATA_DIR para outra "
        "pasta."
    ),
    "Another command is preparing the database. Try again in a minute.": (
        "Outro comando está preparando o banco de dados. Tente de novo em um minuto."
    ),
    "The disk of {where} is full. Free some space there, then start again; nothing is lost.": (
        "O disco onde está {where} está cheio. Libere espaço e inicie de novo; nada se perdeu."
    ),
    "The database {where} cannot be opened. Check the permissions of its folder and the free space there.": (
        "Não dá para abrir o banco de dados {where}. Confira as permissões da pasta e o espaço no disco."
    ),
    "Another program has been writing to {where} for too long. Try again; nothing was changed.": (
        "Outro programa está gravando em {where} há tempo demais. Tente de novo; nada foi mudado."
    ),
    "The database {where} is read-only. Make it writable, or set DATA_DIR to another folder.": (
        "O banco de dados {where} é só de leitura. Libere a gravação ou aponte DATA_DIR para outra pasta."
    ),
    "The database {where} is damaged ({what}). Restore a backup, or the record files, before going on.": (
        "O banco de dados {where} está danificado ({what}). Restaure uma cópia de segurança, ou os arquivos "
        "dos registros, antes de continuar."
    ),
}

# --- backups and restoring them -----------------------------------------------------------------

BACKUPS = {
    "No backups can be stored in {folder} ({reason}). Plug in the USB stick, or name another folder.": (
        "Não dá para guardar cópias em {folder} ({reason}). Coloque o pen drive ou indique outra pasta."
    ),
    "On PostgreSQL use pg_dump: docs/operating/backup.md says how.": (
        "No PostgreSQL use pg_dump: docs/operating/backup.md explica."
    ),
    "{text} is not a number of minutes up to {most}": "{text} não é um número de minutos até {most}",
    "{source} does not exist. Plug in the USB stick, or check the name.": (
        "{source} não está ali. Coloque o pen drive ou confira o nome."
    ),
    "There is no backup in {folder}.": "Não há nenhuma cópia de segurança em {folder}.",
    "{folder} already has data. To continue with them, do not restore; to replace them with the backup "
    "{backup}, add --replace. They are moved aside, not deleted.": (
        "{folder} já tem dados. Para continuar com eles, tire o --restore; para pôr a cópia {backup} no "
        "lugar, acrescente --replace. Eles são postos de lado, não apagados."
    ),
    "{error}. Repair it, or remove it if no one was ever forgotten.": (
        "{error}. Conserte o arquivo, ou tire-o dali se ninguém nunca pediu para ser esquecido."
    ),
    "{path}: {reason}. Free some space there, then restore again.": (
        "{path}: {reason}. Libere espaço ali e restaure de novo."
    ),
    "{error}. Use the previous backup.": "{error}. Use a cópia anterior.",
    "This backup is of a newer version of the program ({theirs}; this is {ours}). Install that one, then "
    "restore.": (
        "Esta cópia é de uma versão mais nova do programa ({theirs}; esta é {ours}). Instale aquela e "
        "restaure."
    ),
    "The database of this backup is damaged: {what}. Use the previous backup.": (
        "O banco de dados desta cópia está danificado: {what}. Use a cópia anterior."
    ),
    "The database of this backup cannot be opened: {what}. Use the previous backup.": (
        "Não dá para abrir o banco de dados desta cópia: {what}. Use a cópia anterior."
    ),
    "The record of {slug} is not sound: {fault}.": "O registro de {slug} não está íntegro: {fault}.",
    "The record of {slug} does not end as it did when it was saved.": (
        "O registro de {slug} não termina como terminava quando foi salvo."
    ),
    "{saved} records were saved, but {found} were found. Use the previous backup.": (
        "Foram salvos {saved} registros e há {found}. Use a cópia anterior."
    ),
    "{backup}, made {made}, is restored: {records} records, all sound.": (
        "{backup}, feita em {made}, está de volta: {records} registros, todos íntegros."
    ),
    "Forgotten again, as requested before: {count}.": "Esquecidos de novo, como foi pedido: {count}.",
    "The previous data are in {folder}.": "O que havia aqui antes está em {folder}.",
    "{journal} was left out: {why}.": "{journal} ficou de fora: {why}.",
    "it has no complete entry": "não tem nenhum trecho inteiro",
    "its beginning is incomplete": "o começo não está inteiro",
    "it belongs to another backup": "é de outra cópia",
    "its format is {format}": "o formato é {format}",
    "To restore later changes too, restore {journal} instead.": (
        "Para ter também o que mudou depois, restaure {journal} no lugar dela."
    ),
    "{journal} was replayed: everything until {until} is restored.": (
        "{journal} foi aplicado: tudo até {until} está de volta."
    ),
    "Its last entry was incomplete and was left out.": "O último trecho não estava inteiro e ficou de fora.",
}

SENTENCES = {**STARTING, **SERVING, **BACKUPS}


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as in gettext
PRIMARY, PORTUGUESE = 0x3FF, 0x16  # Windows: the part of a language's number without the country


def spoken(sentence: str, **facts: object) -> str:
    """Return the sentence in the language of this system, its `{placeholders}` replaced by the facts."""
    in_portuguese = is_portuguese(os.environ, windows_language())
    return (SENTENCES.get(sentence, sentence) if in_portuguese else sentence).format(**facts)


def is_portuguese(environ: Mapping[str, str], windows: int) -> bool:
    """Return whether the environment says Portuguese; without any variable, whether `windows` is its number.

    `windows` is what `windows_language` returns.
    """
    for name in VARIABLES:
        if environ.get(name):
            return environ[name].lower().startswith("pt")
    return windows & PRIMARY == PORTUGUESE


def windows_language() -> int:
    """Return the number of the user interface's language; 0 on other systems."""
    if sys.platform != "win32":
        return 0
    import ctypes  # noqa: PLC0415 - only Windows needs it

    return int(ctypes.windll.kernel32.GetUserDefaultUILanguage())
