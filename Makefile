# Every target sets up what it needs: plain python3 (3.11 or newer) with pip is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Only errors of pip are shown.
QUIETLY := -qq --disable-pip-version-check --root-user-action=ignore

WORKERS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# Half the time of a test with a server is waiting: two test processes a processor.
TESTERS ?= $(shell expr 2 '*' $(WORKERS))
PYTEST := $(BIN)/pytest -n $(TESTERS)

.PHONY: help demo docs docs-check test-fast check check-deep static format-check lint layers types chaos bench size start-cost \
  format clean constraints wheel sbom licences check-deploy

help:
	@echo "make demo        try Countersign in a browser: no key, no account (PORT=8770: on another port)"
	@echo "make test-fast   unit and contract tests, without servers and browsers"
	@echo "make check       the gate: format, lint, layers, types, a test of every promise"
	@echo "make check-deep  every test with coverage: all case tables, kill tests, browsers"
	@echo "make chaos       the kill -9 tests alone, KILLS=200 times"
	@echo "make bench       every benchmark, each with one JSON line last"
	@echo "make docs        build the site of the docs into build/site/site/"
	@echo "make size        how much code there is, and how much of it one question runs through"
	@echo "make start-cost  CPU, time and memory of a start, of a question and of the service"
	@echo "make wheel       build the wheel into dist/"
	@echo "make sbom        a bill of materials (CycloneDX) and a licence report of the wheel, in dist/"
	@echo "make constraints pin what pyproject.toml names, with hashes, in requirements*.txt"
	@echo "make check-deploy  lint deploy/, and take the image's steps in a clean folder"
	@echo "make format      rewrite the code in the house format"

$(VENV)/bin/python:
	@echo "==> Making a virtual environment in $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; set PYTHON=python3.12, say."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.txt pyproject.toml | $(VENV)/bin/python
	@echo "==> Installing Countersign (about a minute the first time)"
	@$(BIN)/python -m pip install $(QUIETLY) -r requirements.txt
	@$(BIN)/python -m pip install $(QUIETLY) --no-deps -e .
	@touch $@

$(VENV)/.development: requirements-dev.txt $(VENV)/.runtime
	@echo "==> Installing the tools for development"
	@$(BIN)/python -m pip install $(QUIETLY) -r requirements-dev.txt
	@touch $@

# Tools of a release, apart from what Countersign runs with.
RELEASE := build/release
$(RELEASE)/.tools: requirements-release.txt
	@$(PYTHON) -m venv $(RELEASE)
	@$(RELEASE)/bin/python -m pip install $(QUIETLY) -r requirements-release.txt
	@touch $@

wheel: $(RELEASE)/.tools
	@rm -f dist/*.whl
	@$(RELEASE)/bin/python -m build --wheel --no-isolation --outdir dist . >/dev/null
	@ls dist/*.whl

# What is installed with the wheel, and nothing else: its bill of materials and its licences.
RUNTIME := build/runtime
sbom: wheel
	@rm -rf $(RUNTIME) && $(RELEASE)/bin/uv venv -q --python $(PYTHON) $(RUNTIME)
	@$(RELEASE)/bin/uv pip install -q --python $(RUNTIME) --require-hashes -r requirements.txt
	@$(RELEASE)/bin/uv pip install -q --python $(RUNTIME) --no-deps dist/*.whl
	@$(RELEASE)/bin/cyclonedx-py environment --output-reproducible \
	  --output-file dist/sbom.cdx.json $(RUNTIME)/bin/python
	@$(RUNTIME)/bin/python -m deploy.licences > dist/licences.md
	@ls dist/sbom.cdx.json dist/licences.md

licences: $(VENV)/.runtime
	@$(BIN)/python -m deploy.licences

# A pin changes only where pyproject.toml asks for it: UPGRADE=--upgrade takes the newest of all.
# Pins keep their extras: without them pip takes a newer release for `coverage[toml]`, and refuses it.
UPGRADE =
PIN := $(RELEASE)/bin/uv pip compile pyproject.toml --universal --python-version 3.11 \
  --generate-hashes --no-strip-extras --no-annotate --custom-compile-command "make constraints" -q
constraints: $(RELEASE)/.tools
	@$(PIN) $(UPGRADE) --extra all -o requirements.txt
	@$(PIN) $(UPGRADE) -c requirements.txt -o requirements-slim.txt
	@$(PIN) $(UPGRADE) --extra all --group dev -c requirements.txt -o requirements-dev.txt
	@for group in release build docs; do \
	  $(RELEASE)/bin/uv pip compile --group $$group --universal --python-version 3.11 \
	    --generate-hashes --no-strip-extras --no-annotate --custom-compile-command "make constraints" -q $(UPGRADE) \
	    -c requirements-release.txt -o requirements-$$group.txt || exit 1; \
	done

# The files of deploy/ are linted, the chart is rendered, and the image's steps are taken.
check-deploy: $(RELEASE)/.tools
	@$(RELEASE)/bin/python -m deploy.check
	@$(PYTHON) -m deploy.image_steps || test $$? = 77

# The generator of the site, apart from all others.
SITE := build/docs
$(SITE)/.tools: requirements-docs.txt
	@$(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python -m pip install $(QUIETLY) -r requirements-docs.txt
	@touch $@

docs: $(VENV)/.runtime $(SITE)/.tools
	@$(BIN)/python -m deploy.site build/site
	@cd build/site && $(CURDIR)/$(SITE)/bin/zensical build --strict
	@ls build/site/site/index.html

# Microsoft's validator and renderer; without Node the tests that use them are skipped and say so.
tests/node/node_modules: tests/node/package.json
	@if command -v npm >/dev/null; then echo "==> Installing what tests run on Node"; \
	  npm install --prefix tests/node --silent --no-audit --no-fund --no-package-lock --ignore-scripts \
	  && touch $@ || echo "npm could not install it: those tests will be skipped."; fi

# Set on the command line only: a PORT of the environment is about something else.
PORT =

demo: $(VENV)/.runtime
	@$(BIN)/countersign demo $(if $(PORT),--port $(PORT))

test-fast: $(VENV)/.development
	@$(BIN)/pytest -n $(shell expr $(WORKERS) + 1) --depth fast

# Static checks share the processors; the tests use all of them.
check: $(VENV)/.development tests/node/node_modules
	@$(MAKE) --no-print-directory -j 2 static
	@echo "==> Tests"; $(PYTEST)

check-deep: $(VENV)/.development tests/node/node_modules
	@COUNTERSIGN_KILLS=$(KILLS) $(PYTEST) --depth deep --timeout 600 --cov --cov-report=term:skip-covered

static: types format-check lint layers docs-check

format-check: $(VENV)/.development
	@echo "==> Format"; $(BIN)/ruff format --check --quiet .

lint: $(VENV)/.development
	@echo "==> Lint"; $(BIN)/ruff check --quiet .

layers: $(VENV)/.development
	@echo "==> Layers"; $(BIN)/lint-imports > .lint-imports.log || { cat .lint-imports.log; exit 1; }

# Links, pages that the site lists, and commands that pages name.
docs-check: $(VENV)/.development
	@echo "==> Docs"; $(BIN)/python -m deploy.site --check

types: $(VENV)/.development
	@echo "==> Types"; $(BIN)/mypy -n $(WORKERS)

# How often the kill tests of check-deep and chaos kill a process.
check-deep: KILLS ?= 30
chaos: KILLS ?= 200

chaos: $(VENV)/.development
	@COUNTERSIGN_KILLS=$(KILLS) $(BIN)/pytest --depth deep tests/chaos -s

size: $(VENV)/.development
	@$(BIN)/python -m benchmarks.size

start-cost: $(VENV)/.development
	@$(BIN)/python -m benchmarks.start

# CASES is a folder of cases: sql_tiers.jsonl, sql_permissions.jsonl, matching/dev.jsonl, text_to_sql/.
CASES ?= ../shared/cases

bench: $(VENV)/.development
	$(BIN)/python -m benchmarks.dates tests/pipeline/dates/cases.jsonl
	$(BIN)/python -m benchmarks.dates tests/pipeline/dates/further.jsonl
	$(BIN)/python -m benchmarks.clarification
	$(BIN)/python -m benchmarks.sql_speed
	@if [ -d "$(CASES)" ]; then set -ex; \
	  $(BIN)/python -m benchmarks.sql_tiers $(CASES)/sql_tiers.jsonl; \
	  $(BIN)/python -m benchmarks.permissions $(CASES)/sql_permissions.jsonl $(CASES)/sql_permissions.schema.json; \
	  $(BIN)/python -m benchmarks.text_to_sql --questions $(CASES)/text_to_sql/questions.jsonl; \
	  $(BIN)/python -m benchmarks.matching $(CASES)/matching/dev.jsonl --databases $(CASES)/text_to_sql/train/db --split dev --every 4; \
	else echo "No cases at $(CASES): set CASES for the figures on tiers, permissions, matching and SQL."; fi

format: $(VENV)/.development
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet --fix .

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist .import_linter_cache .coverage* .countersign
