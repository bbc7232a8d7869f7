"""Room graph: which module is in which room; edges between rooms; cycles."""
import ast, sys, collections, pathlib
ROOT=pathlib.Path('/work/main')
def modules(app):
    out={}
    for p in (ROOT/app).rglob('*.py'):
        if 'migrations' in p.parts: continue
        m='.'.join(p.relative_to(ROOT).with_suffix('').parts)
        if m.endswith('.__init__'): m=m[:-9]
        out[m]=p
    return out
def imports(path, known):
    t=ast.parse(path.read_text())
    found=set()
    for n in ast.walk(t):
        if isinstance(n,ast.Import):
            for a in n.names: found.add(a.name)
        elif isinstance(n,ast.ImportFrom) and n.module:
            for a in n.names:
                full=f'{n.module}.{a.name}'
                found.add(full if full in known else n.module)
    return {f for f in found if f in known}
if __name__=='__main__':
    known=modules('tournaments')|modules('matches')
    for m,p in sorted(known.items()):
        deps=sorted(d for d in imports(p,known))
        print(m,'->',' '.join(d.replace('tournaments.','t.') for d in deps))
