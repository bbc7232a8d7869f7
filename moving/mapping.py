import sys; sys.path.insert(0,'/tmp')
from assign import ROOMS
MAP={}
for room,ms in ROOMS.items():
    for old,new in ms.items():
        if room in('CHECKER',): continue
        if room=='TOP': continue
        MAP['tournaments.'+old]=f"tournaments.{room+'.' if room else ''}{new}"
# what knows only matches
for old,new in {"selectors.lineups":"lineups","selectors.rows":"rows","selectors.games":"drawn_games","selectors.sheets":"sheets","selectors.thrown_out":"thrown_out",
  "selectors.leaving":"due_seats","services.pictures":"snapshots","agreement":"agreement","plain_sheets":"plain_sheets","disqualified_sheets":"sheet_without","paper":"paper_times"}.items():
    MAP['tournaments.'+old]='matches.'+new
MAP['matches.tokens']='matches.card_tokens'
# nicer names where a verb would be the function's own
MAP['tournaments.services.playing']='tournaments.play.play'
# records
for m in "chain findings lines people reading terms texts".split(): MAP[f'tournaments.checking.{m}']=f'records.checker.format.{m}'
for m in "state replay_play replay_setup".split(): MAP[f'tournaments.checking.{m}']=f'records.checker.replay.{m.replace("replay_","")}'
for m in "authors breaks committing corrections decks drawing dues entering finishing gate playing redrawing rewriting rulings seating seats setup shape sheets takers verdicts".split(): MAP[f'tournaments.checking.{m}']=f'records.checker.rules.{m}'
MAP['tournaments.checking.checker']='records.checker.checker'
for old in list(MAP):
    new=MAP[old]
    if new.startswith('tournaments.record.'):
        MAP[old]='records.'+new.split('.')[-1]
for m,n in {"import_record":"importing.record","import_entries":"importing.entries","import_games":"importing.games","import_play":"importing.play","import_sheets":"importing.sheets","import_times":"importing.times","import_draws":"importing.draws"}.items():
    for old in list(MAP):
        if MAP[old]=='records.'+m: MAP[old]='records.'+n
for c in "check_record import_record make_checker".split(): MAP[f'tournaments.management.commands.{c}']=f'records.management.commands.{c}'
# simulation, laptop
for m,n in dict(demo='demo',mischief='faults',names='names',scenarios='scenarios',simulation='simulation').items(): MAP[f'scheduling.{m}']=f'simulation.{n}'
for m in "background greeting queueing room server starting".split(): MAP[f'scheduling.laptop.{m}']=f'laptop.{m}'
MAP['scheduling.management.commands.serve']='laptop.management.commands.serve'
for m in "simulate simulate_all".split(): MAP[f'scheduling.management.commands.{m}']=f'simulation.management.commands.{m}'
# core
MAP.update({f'core.{a}':f'core.{b}' for a,b in dict(
  record='record.act',codes='record.codes',
  again='db.retry',prepared='db.compiled_query',turns='db.fair_lock',looking='db.looking',rehearsing='db.rehearsing',statistics='db.statistics',storage='db.storage',space='db.space',
  idempotency='http.idempotency',counting='http.rate_limit',limits='http.limits',masking='http.masking',bodies='http.bodies',callers='http.callers',reaching='http.reaching',
  bytes_only='cache.bytes_only',shelf='cache.shelf',memory='cache.memory',
  jobs='jobs.outbox').items()})
MAP['core.sqlite3.base']='core.db.sqlite3.base'
PKG={'core.sqlite3':'core.db.sqlite3','scheduling.laptop':'laptop','tournaments.checking':'records.checker'}
# web
V={'setup':'setup.tournament','setup_start':'setup.initial','endings':'endings.endings',
 'people':'entries.entry_list','people_import':'entries.import_list','people_door':'entries.check_in','people_waiting':'entries.waiting_list',
 'people_decide':'departures.decide','people_look':'departures.decide_preview','people_late':'departures.late',
 'draws':'draw.publish','draws_gate':'draw.requirements','draws_picture':'draw.shape_drawing',
 'live_bracket':'matches.bracket','live_drawing':'matches.bracket_drawing','live_boxes':'matches.boxes','matches':'matches.match','matches_pages':'matches.context',
 'matches_sheet':'sheets.record','matches_preview':'sheets.preview','matches_picture':'sheets.presenter','matches_absences':'sheets.absences','paper':'sheets.paper',
 'matches_games':'play.drawn_games','matches_time':'play.time','day_breaks':'play.breaks','day_starting':'play.start_called',
 'table_count':'play.count','table_count_phone':'play.count_phone','table_count_picture':'play.count_presenter',
 'day_tables':'tables.hall','table_cards':'tables.cards','table_cookie':'tables.phone_cookie','table_phone':'tables.phone','table_page':'tables.phone_page',
 'day_finish':'standings.finish','corrections':'corrections.correct','corrections_history':'corrections.versions','corrections_notices':'corrections.notices',
 'corrections_picture':'corrections.presenter','corrections_review':'corrections.review','reports':'reports.by_account','reports_acts':'reports.submit','reports_parts':'reports.panel',
 'kingdoms':'kingdoms.companion','kingdoms_phone':'kingdoms.phone','kingdoms_picture':'kingdoms.presenter','day_record':'record.download','day':'now.control_page','day_step':'now.next_step',
 'live':'public_pages','live_parts':'pagination','types':'types.types','types_picture':'types.presenter','keys':'site.keys','accounts':'site.accounts','site':'site.home',
 'health':'site.health','crawling':'site.crawling','checker':'record.checker'}
MAP.update({f'web.views.{a}':f'web.views.{b}' for a,b in V.items()})
MAP['web.views.live_parts']='web.pagination'
F={'absences':'sheets.absences','matches':'sheets.sheet','matches_counts':'sheets.counts','matches_cuts':'sheets.cuts','matches_games':'play.time','paper':'sheets.paper','breaks':'play.breaks',
 'day':'tables.hall','draws':'draw.publish','people':'entries.entry','people_import':'entries.import_list','people_decide':'departures.decide',
 'setup':'setup.tournament','setup_choices':'setup.choices','setup_people':'setup.staff','setup_types':'setup.types','site':'site.accounts','keys':'site.keys',
 'corrections':'corrections','decks':'decks','endings':'endings','regulation':'regulation','reports':'reports','types':'types'}
MAP.update({f'web.forms.{a}':f'web.forms.{b}' for a,b in F.items() if a!=b})
R={'day':'now','draws':'draw','live':'public_pages','people':'entries'}
MAP.update({f'web.routes.{a}':f'web.routes.{b}' for a,b in R.items()})
A={'day':'now','draws':'draw','decisions':'departures','breaks':'play','counting':'count','table':'table_phone'}
MAP['tournaments.services.binning']='tournaments.endings.throw_away'
MAP['tournaments.standings.attendance']='tournaments.attendance'
MAP['tournaments.selectors.attendance']='tournaments.standings.attendance'
MAP['tournaments.management.commands.replay_kingdoms']='records.management.commands.replay_kingdoms'
MAP={k:v for k,v in MAP.items() if k!=v}
T={}
def t(room,folder,names):
    for n in names.split(): T[f'{folder}/{n}.html']=f'{room}/{n}.html'
t('matches','live','_box _bracket _drawing _match_card _mine _opponents _outline _sides bracket')
t('standings','live','_podium _standing standing')
t('standings','day','_uncounted finish'); t('standings','site','season')
t('overview','live','_cancelled _pause _preparing _tournament tournament _hall _hall_match hall _wait')
t('tournament','live','_clock _pager _stale')
t('now','day','_line _match _now _preparing _running _start_all _step _where now')
t('play','day','breaks'); t('tables','day','tables'); t('record','day','record')
t('sheets','matches','_absences _check _check_body _chips _counts _cuts _formations _headline _line _sheet _sheet_lines _sheet_result')
for n in "answer bar clock gone number pieces player player_version refused spot table version".split(): T[f'matches/_count_{n}.html']=f'count/_{n}.html'
T['matches/count.html']='count/count.html'
t('sheets','paper','_times pile sheet'); T['paper/sheet.html']='sheets/paper.html'
t('entries','people','_add _count _door _door_answer _door_count _door_row _pages _paste _pineapples _waiting_list check_in enter_self entries import')
t('departures','people','_decide_cuts _decide_earlier _decide_ruling _decision _preview _preview_row decide late substitute withdraw')
t('draw','draws','_duration _gate _mend _offer _picture _promise _told _typed _withdrawn confirm draw published verify withdraw')
t('endings','setup','cancel delete endings'); t('endings','site','bin'); t('regulation','setup','regulation _regulation_state _ruling')
