import sys; sys.path.insert(0,'/tmp')
from assign import ROOMS
from rooms import modules, imports
import collections
known=modules('tournaments')
room={}
for r,ms in ROOMS.items():
    for m in ms: 
        assert 'tournaments.'+m in known,m
        room['tournaments.'+m]=r or 'base'
for k in known:
    if k not in room:
        if k.startswith('tournaments.models') : room[k]='models'
        elif k.startswith('tournaments.checking'): room[k]='CHECKER'
        elif k in('tournaments','tournaments.apps','tournaments.selectors','tournaments.services','tournaments.bracket','tournaments.standings') or '.management' in k: room[k]='-'
        else: print('UNASSIGNED',k); room[k]='?'
edges=collections.defaultdict(list)
for m,p in known.items():
    for d in imports(p,known):
        a,b=room[m],room[d]
        if a!=b and '-' not in (a,b) and b!='models': edges[a,b].append((m[12:],d[12:]))
# SCC
nodes=sorted(set(room.values())-{'-','models'})
adj={n:{b for a,b in edges if a==n} for n in nodes}
idx={};low={};st=[];out=[]
def sc(v):
    idx[v]=low[v]=len(idx);st.append(v)
    for w in adj[v]:
        if w not in idx: sc(w);low[v]=min(low[v],low[w])
        elif w in st: low[v]=min(low[v],idx[w])
    if low[v]==idx[v]:
        c=[]
        while True:
            w=st.pop();c.append(w)
            if w==v:break
        out.append(c)
for n in nodes:
    if n not in idx: sc(n)
for c in out: print(len(c),c)
for c in out:
    if len(c)>1:
        for (a,b),l in sorted(edges.items()):
            if a in c and b in c: print(a,'->',b,len(l),l[:6])
