set -e
rm -rf /tmp/mv; git clone -q /work/main /tmp/mv -b main; cd /tmp/mv; ln -s /work/main/.venv .venv
python3 /tmp/mover.py /tmp/mv | grep FALLBACK || true
git rm -q --cached -r tournaments/selectors tournaments/services core/sqlite3 2>/dev/null || true; rm -rf tournaments/selectors tournaments/services core/sqlite3
git mv -f tournaments/checking/__init__.py records/checker/__init__.py; git mv -f scheduling/laptop/__init__.py laptop/__init__.py; rm -rf tournaments/checking scheduling/laptop
git rm -rq --cached scheduling/management tournaments/management 2>/dev/null; rm -rf scheduling/management tournaments/management
for a in records:Records simulation:Simulation laptop:Laptop; do n=${a%%:*}; c=${a##*:}; printf 'from django.apps import AppConfig\n\n\nclass %sConfig(AppConfig):\n    name = "%s"\n' $c $n > $n/apps.py; done
cp moving/keep/pyproject.toml moving/keep/.dockerignore .; cp moving/keep/config/settings.py config/; cp moving/keep/scripts/catalog.py scripts/
python3 /tmp/fixups.py
.venv/bin/ruff check --fix -q . || true; .venv/bin/ruff format -q .
