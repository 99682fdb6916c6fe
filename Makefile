# Every target sets up what it needs: plain python3 (3.11 or newer) with pip is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Only errors of pip are shown.
QUIETLY := -qq --disable-pip-version-check --root-user-action=ignore

.PHONY: help demo check test bench format layers types lint chaos clean

help:
	@echo "make demo    try Countersign in a browser: no key, no account (PORT=8770: on another port)"
	@echo "make check   format, lint, types, layers, tests with coverage"
	@echo "make test    the tests alone"
	@echo "make chaos   the kill -9 tests at full count"
	@echo "make bench   every benchmark, each with one JSON line last"
	@echo "make format  rewrite the code in the house format"

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

# Microsoft's validator and renderer; without Node the tests that use them are skipped and say so.
tests/node/node_modules: tests/node/package.json
	@if command -v npm >/dev/null; then echo "==> Installing what tests run on Node"; \
	  npm install --prefix tests/node --silent --no-audit --no-fund --no-package-lock --ignore-scripts \
	  && touch $@ || echo "npm could not install it: those tests will be skipped."; fi

# Set on the command line only: a PORT of the environment is about something else.
PORT =

demo: $(VENV)/.runtime
	@$(BIN)/countersign demo $(if $(PORT),--port $(PORT))

check: $(VENV)/.development tests/node/node_modules
	@echo "==> Format";  $(BIN)/ruff format --check --quiet .
	@echo "==> Lint";    $(BIN)/ruff check --quiet .
	@echo "==> Layers";  $(BIN)/lint-imports > .lint-imports.log || { cat .lint-imports.log; exit 1; }
	@echo "==> Types";   $(BIN)/mypy
	@echo "==> Tests";   $(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered

test: $(VENV)/.development tests/node/node_modules
	@$(BIN)/pytest -n 2

chaos: $(VENV)/.development
	@COUNTERSIGN_KILLS=200 $(BIN)/pytest tests/chaos -s

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
	  $(BIN)/python -m benchmarks.matching $(CASES)/matching/dev.jsonl; \
	else echo "No cases at $(CASES): set CASES for the figures on tiers, permissions, matching and SQL."; fi

format: $(VENV)/.development
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet --fix .

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage* .countersign
