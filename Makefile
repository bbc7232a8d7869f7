# `make` lists what there is to do. Nothing is needed but Python 3.11 or newer, make and git.

VENV := .venv
PY   := $(VENV)/bin/python

# The system's own Python where it can make environments: distributions compile theirs to be quick (with one that pyenv
# compiled the tests take an eighth longer). Else the first that runs at all; start.py looks for a newer one.
PROBE  := import ensurepip, sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell /usr/bin/python3 -c "$(PROBE)" 2>/dev/null && echo /usr/bin/python3 && exit; \
  for python in python3 python python3.14 python3.13 python3.12 python3.11; do \
  $$python -c "" 2>/dev/null && echo $$python && break; done)
START = $(or $(PYTHON),sh -c "echo 'Python 3.11 or newer is needed: install it from python.org.' >&2; exit 1") start.py

# What is imported is compiled once for all that is started here, whatever the machine's settings say.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.compiled
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: check.pyz client dist docs bench-archive bench-calls bench-hall bench-taps bench-pages bench-pairing bench-results bench-rules bench-schedule bench-siege drill help setup run test test-rest test-all test-pythons endorse reliability coverage check sbom locking format messages openapi lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z.-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set up -----------------------------------------------------------------------------------------

setup: ## .venv with all that tests and checks need, and the compiled translations
	@$(START) --setup test

# --- use it -----------------------------------------------------------------------------------------

run: ## the product on this laptop, with a demo tournament in progress (PORT, DATA_DIR); see start.py
	@$(START)

# --- test and check ---------------------------------------------------------------------------------

test: setup ## the essential tests, in some minutes: SQLite, a real PostgreSQL, broker and worker, a day in a browser
	$(PY) -m tests

test-rest: setup ## all other tests, on SQLite and real servers, and a slice of the endorsement
	$(PY) -m tests --rest
	$(PY) -m tools.endorsement slice

test-all: test test-rest ## everything that guards main (see .ci/run)

endorse: setup ## the whole endorsement, up to two hours: thousands of tournaments, faults, a dated report
	$(PY) -m tools.endorsement run --go-on --fresh --report docs/endorsement/$$(date -u +%Y-%m-%d).md

drill: setup ## lose the laptop, then the server's database, in mid-day, and play on from the backup
	$(PY) -m tools.endorsement drill

test-pythons: setup ## the tests of a laptop on every Python from 3.11 on that is here, and on the next Django
	PYENV_VERSION=$$(pyenv versions --bare 2>/dev/null | grep '^3[.]' | paste -sd: -) $(PY) -m nox

coverage: setup ## which lines and branches the tests on SQLite reach, without browser
	$(PY) -m pytest -q -n 2 -m "not real_worker and not browser" --cov --cov-report term

bench-results: setup ## results a second beside the bare minimum, and what one costs with 4,096 entries
	$(PY) -m tools.benchmarks.results

bench-hall: setup ## a whole hall of 400 phones while judges report, in both modes
	$(PY) -m tools.benchmarks.hall

bench-pages: setup ## what reading a page costs beside the emptiest view, cold, warm, polled
	$(PY) -m tools.benchmarks.pages

bench-pairing: setup ## rematches and differences of points in Swiss rounds beside CP-SAT, and the time of 512 entries
	$(PY) -m tools.benchmarks.pairing

bench-rules: setup ## what checking a sheet costs beside the building of its values, all games
	$(PY) -m tools.benchmarks.rules

bench-schedule: setup ## plans of a day beside the plain heuristic and the bound (and CP-SAT, where it is installed)
	$(PY) -m tools.benchmarks.schedule

bench-taps: setup ## taps and seconds that people need, in a browser at a phone's size
	$(PY) -m tools.benchmarks.taps

bench-calls: setup ## how long a free table waits for a call, with 24, 60 and 100 tournaments on one server
	$(PY) -m tools.benchmarks.calls

bench-siege: setup ## what a judge notices while others send 500 MB or wild JSON, in both modes
	$(PY) -m tools.benchmarks.siege

bench-archive: setup ## pages beside ten finished tournaments and beside 10,000 with 500,000 people, on PostgreSQL
	$(PY) -m tools.benchmarks.archive

TEMPLATES := find templates -name '*.html' -print0 | xargs -0 $(VENV)/bin/djade --target-version 5.2
CHECKS    := check-form check-code check-scripts check-prose check-types check-floors check-templates check-wheels check-project

.PHONY: $(CHECKS)
check: $(CHECKS) ## form, code, scripts, types, words, floors, templates, wheels, migrations, deployment, API file, translations

$(CHECKS): setup

check-form:
	$(PY) -m ruff format --check .

check-code:
	$(PY) -m ruff check .

check-scripts:
	$(VENV)/bin/oxlint --config tools/oxlint.json --deny-warnings static/js

check-prose:
	$(PY) -m tools.scripts.prose

check-types:
	$(PY) -m mypy

check-floors:
	$(VENV)/bin/lint-imports

check-templates:
	$(TEMPLATES) --check

check-wheels:
	$(PY) -m tools.scripts.wheels

check-project:
	$(PY) -m tools.scripts.checks

format: setup ## code and templates in their settled form
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .
	$(TEMPLATES)

check.pyz: setup ## the independent checker of records as one file, the same bytes every time
	@$(PY) manage.py make_checker $@

dist: setup ## the wheel in dist/: `uvx dist/chama-*.whl` or `pipx run --spec` starts the laptop mode
	$(PY) -m hatchling build -t wheel

client: setup ## the client of the API for Python, a wheel in dist/, generated from docs/openapi.yaml
	$(PY) -m tools.scripts.client

docs: setup ## the documents as a site, in .site/html, with a check of all links between them
	$(PY) -m tools.scripts.site
	$(VENV)/bin/uv run --quiet --no-project --with-requirements tools/docs/requirements-docs.txt zensical build --strict --config-file .site/mkdocs.yml

# --- written by tools, committed ----------------------------------------------------------------------

messages: setup ## new texts into the translation catalogs, unused ones out
	$(PY) -m tools.scripts.messages

openapi: setup ## docs/openapi.yaml from the API's code
	$(PY) manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

UV_COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-strip-extras \
  --no-header --no-emit-index-url --no-emit-find-links

lock: setup ## requirements*.txt from requirements*.in, newest allowed versions, with hashes
	$(UV_COMPILE) --upgrade requirements.in requirements-build.in --output-file requirements.txt
	$(UV_COMPILE) --upgrade requirements-dev.in --output-file requirements-dev.txt
	$(UV_COMPILE) --upgrade requirements-planner.in --output-file requirements-planner.txt
	$(UV_COMPILE) --upgrade tools/docs/requirements-docs.in --output-file tools/docs/requirements-docs.txt

sbom: setup ## what the product is made of, chama.cdx.json (CycloneDX), with a check of all licences
	$(PY) -m tools.scripts.sbom > chama.cdx.json

locking: setup ## which migrations hold a table for long or break the version before; asked before a release
	$(PY) -m tools.scripts.locking

reliability: setup ## the table of faults in docs/reliability.md from the markers of the tests
	$(PY) -m tools.scripts.reliability

clean: ## remove what make has made, but no data
	rm -rf $(VENV) .venvs .compiled staticfiles static/fonts .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage check.pyz chama.cdx.json dist .site
	rm -f locale/*/LC_MESSAGES/*.mo locale/zone_names.json
