"""Frequent given names in Brazil, without accents: they tell "Araújo, João" from "João, Maré". Pure."""

from core.text import name_key

_GIVEN_NAMES = """
abel ada adam adao adelia ademir adilson adriana adriano agata agatha agnes ailton airton alan alana alba
alberto alessandra alessandro alex alexandra alexandre alexia alice aline alvaro amanda amelia ana
anderson andre andrea andreia andressa andrew angela angelica angelo anna anne antonia antonio aparecida
ariane ariel arthur artur augusto aurora barbara beatriz benedito benicio benjamin bento bernardo bia
bianca brenda breno bruna bruno caetano caio camila camile carina carla carlos carol carolina caroline
cassia cassio catarina cauan caua caue cecilia celia celio celso cesar christian cicero cintia clara
claudia claudio clarice cleber cleide cleiton cristiana cristiane cristiano cristina dalila daniel daniela
daniele danilo dara davi david debora denis denise diana diego diogo dirceu domingos douglas duda edgar
edison edmilson edna edson eduarda eduardo elaine elena eliana eliane elias elisa elisangela elizabeth
eloa eloisa emanuel emanuela emerson emilia emilly enrico enzo erica eric erik erika estela ester esther
eva evandro evelyn fabiana fabiano fabio fabiola fabricio fatima felipe fernanda fernando flavia flavio
francisca francisco frederico gabriel gabriela gabrielle geraldo gerson gilberto gilmar gilson giovana
giovanna giovanni gisele giulia glaucia gloria graca graziela guilherme gustavo heitor helena helio
heloisa henrique heitora henry hugo humberto iago iara igor ines ingrid iris isa isabel isabela isabella
isabelly isadora isaac isaias ismael israel italo ivan ivana ivo ivone jaime jair janaina jane jaqueline
jean jefferson jessica joana joao joaquim joel jonas jonathan jorge jose joyce juan julia juliana juliano
julio junior jussara kaique karen karina karla katia kauan kaua kaue kelly kevin laila lais lara larissa
laura lauro lavinia leandro leila leo leonardo leticia levi lia lidia ligia lilian liliane lina livia
lorena lorenzo lorenna luan luana lucas lucca lucia luciana luciano lucio luigi luis luisa luiz luiza luma
luna magda maisa maite manoel manoela manuel manuela mara marcela marcelo marcia marcio marco marcos
margarida maria mariana mariane marilia marina mario marisa marlene marta mateus matheus maura mauricio
mauro maxi maya mayara melissa michel michele miguel milena milton miriam mirela moises monica murilo
nadia nair natalia nathalia nathan neide nelson neusa nicolas nicole nilson noah noemi odair olga olivia
orlando oscar osvaldo otavio otto pamela paola patricia paula paulo pedro pietra pietro priscila rafael
rafaela raimunda raimundo raissa raquel raul rebeca regina reginaldo renan renata renato ricardo rita
roberta roberto robson rodolfo rodrigo rogerio romulo ronaldo rosa rosana rosangela roseli ruan rubens rui
ruth ryan sabrina samanta samara samuel sandra sandro sara sarah sebastiao selma sergio severino sheila
silas silvana silvia silvio simone sofia sonia sophia stefany stella sueli suzana tadeu taina tais tales
talita tania tatiana tatiane teo teresa tereza thais thales thalita theo thiago tiago tomas ulisses ursula
valdir valentina valeria valter vanderlei vanessa vania vera veronica vicente victor victoria vilma
vinicius virginia vitor vitoria viviane wagner walter wanda wanderley wellington wesley william willian
wilson yago yara yasmin yuri zeca zelia zuleica
"""
GIVEN_NAMES = frozenset(_GIVEN_NAMES.split())


def has_given_name(text: str) -> bool:
    """Return whether the text begins with a frequent given name."""
    words = name_key(text).split()
    return bool(words) and words[0] in GIVEN_NAMES
