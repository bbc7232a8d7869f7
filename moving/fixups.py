def sub(path, *pairs):
    t=open(path).read()
    for a,b in pairs:
        assert a in t,(path,a)
        t=t.replace(a,b)
    open(path,'w').write(t)
sub('tests/services/test_messages.py',('FLOORS = ("accounts", "catalogue", "tournaments", "scheduling")','FLOORS = ("accounts", "catalogue", "matches", "tournaments", "records", "scheduling", "simulation")'),('"checking" not in','"checker" not in'))
sub('tests/architecture/test_layout.py',('"tournaments", "scheduling", "web",\n    "api",','"tournaments", "records",\n    "scheduling", "simulation", "laptop", "web", "api",'))
