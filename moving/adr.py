import sys,re,os,glob; sys.path.insert(0,'/tmp'); os.chdir('/tmp/mv')
from mapping import MAP,PKG,T
src=open('/tmp/mover.py').read()
ALL={**MAP,**PKG}
pat=re.compile(r'(?<![\w./@])('+'|'.join(re.escape(k) for k in sorted(ALL,key=len,reverse=True))+r')(?![\w/])')
path=lambda m:m.replace('.','/')+'.py'
ppat=re.compile(r'(?<![\w/])('+'|'.join(re.escape(path(k)) for k in sorted(MAP,key=len,reverse=True))+r')')
tpat=re.compile(r'(?<![\w/])(templates/)?('+'|'.join(re.escape(k) for k in sorted(T,key=len,reverse=True))+r')')
for f in glob.glob('docs/adr/*.md'):
    t=open(f).read(); n=pat.sub(lambda m:ALL[m[1]],t); n=ppat.sub(lambda m:path(MAP[m[1].removesuffix('.py').replace('/','.')]),n); n=tpat.sub(lambda m:(m[1] or '')+T[m[2]],n)
    if n!=t: open(f,'w').write(n)
