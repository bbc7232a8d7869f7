import ast,re,subprocess,sys,os,collections,pathlib
sys.path.insert(0,'/tmp')
from mapping import MAP,PKG,T
ROOT=pathlib.Path(sys.argv[1]); os.chdir(ROOT)
files=[f for f in subprocess.check_output(['git','ls-files'],text=True).splitlines()]
mods={}
for f in files:
    if f.endswith('.py'):
        m=f[:-3].replace('/','.')
        if m.endswith('.__init__'): m=m[:-9]
        mods[m]=f
for k in MAP: assert k in mods,k
new=collections.Counter(MAP.values()); dup=[k for k,v in new.items() if v>1]; assert not dup,dup
for v in MAP.values(): assert v not in mods or v in MAP, v
for a,b in T.items(): assert os.path.exists(f'templates/{a}'),a
fallbacks=[]
def names_in(tree):
    s=set()
    for n in ast.walk(tree):
        if isinstance(n,ast.Name): s.add(n.id)
        elif isinstance(n,ast.arg): s.add(n.arg)
        elif isinstance(n,(ast.FunctionDef,ast.ClassDef,ast.AsyncFunctionDef)): s.add(n.name)
        elif isinstance(n,(ast.Import,ast.ImportFrom)):
            for a in n.names: s.add((a.asname or a.name).split('.')[0])
        elif isinstance(n,ast.ExceptHandler) and n.name: s.add(n.name)
    return s
def py(f):
    src=open(f).read()
    try: tree=ast.parse(src)
    except SyntaxError: return
    edits=[] # (start,end,text) offsets
    lines=src.splitlines(keepends=True); off=[0]
    for l in lines: off.append(off[-1]+len(l.encode()))
    raw=src.encode()
    pos=lambda ln,c: off[ln-1]+c
    used=names_in(tree)
    for n in ast.walk(tree):
        if not(isinstance(n,ast.ImportFrom) and n.module and n.level==0): continue
        hit=[a for a in n.names if f'{n.module}.{a.name}' in MAP]
        if not hit: continue
        rest=[a for a in n.names if a not in hit]
        ind=' '*n.col_offset
        out=[]
        if rest: out.append(f"from {n.module} import "+', '.join(a.name+(f' as {a.asname}' if a.asname else '') for a in rest))
        for a in hit:
            tgt=MAP[f'{n.module}.{a.name}']; pkg,_,nm=tgt.rpartition('.')
            local=a.asname or a.name
            uses=[x for x in ast.walk(tree) if isinstance(x,ast.Name) and x.id==local]
            attrs=[x for x in ast.walk(tree) if isinstance(x,ast.Attribute) and isinstance(x.value,ast.Name) and x.value.id==local]
            stored=[x for x in uses if not isinstance(x.ctx,ast.Load)] or [x for x in ast.walk(tree) if isinstance(x,ast.arg) and x.arg==local]
            an={x.attr for x in attrs}
            if nm==a.name:
                out.append(f'from @@{pkg} import {nm}'+(f' as {a.asname}' if a.asname else '')); continue
            if not stored and attrs and len(attrs)==len(uses) and not(an&used) and not any(x.startswith('_') for x in an):
                out.append(f"from @@{tgt} import {', '.join(sorted(an))}")
                used|=an
                for x in attrs: edits.append((pos(x.value.lineno,x.value.col_offset),pos(x.end_lineno,x.end_col_offset),x.attr))
            elif not stored and nm not in used and not a.asname:
                out.append(f'from @@{pkg} import {nm}'); used.add(nm)
                for x in uses: edits.append((pos(x.lineno,x.col_offset),pos(x.end_lineno,x.end_col_offset),nm))
            else:
                fallbacks.append((f,a.name,tgt))
                out.append(f'from @@{pkg} import {nm} as {local}')
        edits.append((pos(n.lineno,n.col_offset),pos(n.end_lineno,n.end_col_offset),('\n'+ind).join(out)))
    for s,e,tx in sorted(edits,reverse=True): raw=raw[:s]+tx.encode()+raw[e:]
    if edits: open(f,'wb').write(raw)
ALL={**MAP,**PKG}
pat=re.compile(r'(?<![\w./@])('+'|'.join(re.escape(k) for k in sorted(ALL,key=len,reverse=True))+r')(?![\w/])')
def path(m): return m.replace('.','/')+'.py'
ppat=re.compile(r'(?<![\w/])('+'|'.join(re.escape(path(k)) for k in sorted(MAP,key=len,reverse=True))+r')')
tpat=re.compile(r'(?<![\w/])(templates/)?('+'|'.join(re.escape(k) for k in sorted(T,key=len,reverse=True))+r')') if T else None
for f in files:
    if f.startswith('docs/endorsement/') or f=='CHANGELOG.md' or f.startswith('docs/adr/') : continue
    if not f.endswith(('.py','.md','.toml','.html','.yaml','.yml','.txt','.in','.cfg','Dockerfile','Makefile','.dockerignore')) or f in('requirements.txt','requirements-dev.txt'): continue
    if not os.path.exists(f): continue
    if f.endswith('.py'): py(f)
    t=open(f).read()
    def dotted(m): return ALL[m[1]]
    n=pat.sub(dotted,t).replace('from @@','from ')
    n=ppat.sub(lambda m:path(MAP[m[1].removesuffix('.py').replace('/','.')]),n)
    if f.endswith(('.py','.html','.md')): n=tpat.sub(lambda m:(m[1] or '')+T[m[2]],n)
    if n!=t: open(f,'w').write(n)
for a,b in MAP.items():
    src=mods[a]; dst=path(b)
    # package __init__ of moved
    os.makedirs(os.path.dirname(dst),exist_ok=True)
# two-step moves to avoid collisions
tmp={}
for a,b in MAP.items():
    src=mods[a]; mid=src+'.moving'; subprocess.check_call(['git','mv',src,mid]); tmp[mid]=path(b)
for mid,dst in tmp.items():
    os.makedirs(os.path.dirname(dst),exist_ok=True); subprocess.check_call(['git','mv',mid,dst])
tm={}
for a,b in T.items():
    subprocess.check_call(['git','mv',f'templates/{a}',f'templates/{a}.moving']); tm[f'templates/{a}.moving']=f'templates/{b}'
for mid,dst in tm.items():
    os.makedirs(os.path.dirname(dst),exist_ok=True); subprocess.check_call(['git','mv',mid,dst])
for dst in set(map(path,MAP.values())):
    d=os.path.dirname(dst)
    while d and d not in('.',):
        i=f'{d}/__init__.py'
        if not os.path.exists(i): open(i,'w').write(''); print('init',i)
        d=os.path.dirname(d)
for x in fallbacks: print('FALLBACK',*x)
