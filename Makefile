.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin
RUNTIME := .venv/.runtime
PACKAGE := .venv/.package
STAMP := .venv/.ready
GENERATORS := .venv/generators
REDOCLY := node_modules/.package-lock.json
TYPESCRIPT := openapi/typescript examples/bots/typescript
NODE := $(TYPESCRIPT) examples/react
HAVE_NODE = npm --version >/dev/null 2>&1 && \
	node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
# Since when subjects of commits are held to their length.
SUBJECTS_SINCE := 2026-12-01T00:00:00Z
# Each candidate is run, not only looked up: a name may exist and still fail.
PYTHONS := $(or $(PYTHON),python3.13 python3.12 python3.11 python3.14 python3)
FIND_PYTHON = found=; for python in $(PYTHONS); do \
	if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	found=$$python; break; fi; done; \
	if [ -z "$$found" ]; then \
	echo "Python 3.11 or newer with its venv module is needed; none of these is one: $(PYTHONS)" >&2; \
	echo "(on Debian: apt-get install python3-venv; another interpreter: make PYTHON=/path/to/python3)" >&2; exit 1; fi
# The many processes that tests start need not compile the source again.
unexport PYTHONDONTWRITEBYTECODE
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links --no-config pyproject.toml

.PHONY: help setup interpreter run run-postgres test coverage nightly check check-fast lint-contract clients check-clients format lock openapi docs bench clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "%-13s %s\n", $$1, $$2 }'

setup: $(STAMP) ## make .venv with everything in it (PYTHON=... chooses the interpreter)

$(STAMP): $(PACKAGE) requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(PACKAGE): $(RUNTIME) pyproject.toml
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# What running takes. Made anew only where its lock changed, so that an edit of pyproject.toml leaves what runs alone.
$(RUNTIME): requirements/runtime.txt requirements/build.txt
	@$(FIND_PYTHON); echo "setting up .venv with $$found"; "$$found" -m venv --clear .venv
	$(PIP) --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@touch $@

# The generators of clients that tests try the contract with.
$(GENERATORS)/.ready: $(RUNTIME) requirements/generators.txt
	$(BIN)/python -m venv --clear $(GENERATORS)
	$(GENERATORS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/generators.txt
	@touch $@

interpreter:
	@$(FIND_PYTHON); echo "$$found"

run: $(PACKAGE) ## serve on http://127.0.0.1:8000 (PORT=...) with ./rollwright.db, to pages from anywhere
	ROLLWRIGHT_CORS_ORIGINS='*' $(BIN)/rollwright serve $(if $(PORT),--port $(PORT))

run-postgres: setup ## the same with two workers on a PostgreSQL that is made for it and goes with it
	ROLLWRIGHT_CORS_ORIGINS='*' $(BIN)/python -m tests.postgres $(BIN)/rollwright serve --workers 2

test: setup $(GENERATORS)/.ready ## run all tests
	@if $(HAVE_NODE); then $(MAKE) --no-print-directory clients $(REDOCLY); fi
	$(BIN)/python -m pytest -n 2 --dist worksteal -rs

# What shows most faults soon: the rules without their laws, solvers and long games; errors, moves and the contract.
FAST = tests/rules $(addprefix tests/app/http/test_,bodies.py field_faults.py problems.py) \
	tests/app/contract/test_contract.py tests/app/sessions/test_mouths.py tests/app/sessions/test_seats.py

# Few examples: tracing takes twice the time, and more of them reach no further branch.
coverage: setup ## hold the branches of the rules that tests reach to a floor
	HYPOTHESIS_PROFILE=few $(BIN)/coverage run -m pytest -q -n 2 --dist worksteal tests/rules \
		--ignore=tests/rules/rl --ignore=tests/rules/advice --ignore=tests/rules/conformance -k "not (advice or slips)"
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

nightly: setup $(GENERATORS)/.ready ## run all tests with a hundred times the examples, and harm done for minutes; for hours
	HYPOTHESIS_PROFILE=long ROLLWRIGHT_PROOF=long ROLLWRIGHT_SLIPS=2000 $(BIN)/python -m pytest -n 2 --dist worksteal -rs

check-fast: setup ## what to run before each commit: formatting, lint, types, imports, the quick tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	HYPOTHESIS_PROFILE=few $(BIN)/python -m pytest -n 2 --dist worksteal -q $(FAST) --ignore=tests/rules/rl \
		-k "not (laws or slips or suite or advice or postgres)"

check: setup ## formatting, lint, types, imports, contract, subjects of commits
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@git log --no-merges --since=$(SUBJECTS_SINCE) --format=%s 2>/dev/null | $(BIN)/python -c 'import sys; \
		long = [line for line in sys.stdin.read().splitlines() if len(line) > 72]; \
		sys.exit("subjects of commits have at most 72 characters:\n" + "\n".join(long) if long else 0)'
	$(BIN)/rollwright openapi --check
	$(BIN)/rollwright pages --check
	$(BIN)/python openapi/python/generate.py --check
	@if grep -nE 'https?://|--(index-url|extra-index-url|find-links)' requirements/*.txt || grep -n '"resolved"' package-lock.json || \
		grep -nE '"resolved": "[^.]' $(NODE:%=%/package-lock.json); then \
		echo "a lock names a package registry: make lock writes them without" >&2; exit 1; fi
	@if $(HAVE_NODE); then \
		$(MAKE) --no-print-directory lint-contract check-clients; \
	elif [ -n "$$CI" ]; then echo "npm and Node.js 20.19 or newer are needed to lint the contract" >&2; exit 1; \
	else echo "skipped: linting openapi/openapi.json and its TypeScript types (it takes npm and Node.js 20.19 or newer)"; fi

lint-contract: $(REDOCLY)
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true node_modules/.bin/redocly lint openapi/openapi.json

$(REDOCLY): package.json package-lock.json
	npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

clients: $(NODE:%=%/node_modules/.package-lock.json) ## build the TypeScript client and the bots that use it
	@for package in $(TYPESCRIPT); do (cd $$package && npm run --silent build) || exit 1; done

check-clients: openapi/typescript/node_modules/.package-lock.json
	cd openapi/typescript && npm run --silent stale || { echo "make openapi writes them" >&2; exit 1; }

$(NODE:%=%/node_modules/.package-lock.json): %/node_modules/.package-lock.json: %/package.json %/package-lock.json
	cd $* && npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

format: setup ## format the code and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup ## renew the hashed requirements from pyproject.toml
	$(COMPILE) --upgrade --extra advice -o requirements/runtime.txt
	$(COMPILE) --upgrade --group dev -c requirements/runtime.txt -o requirements/dev.txt
	$(subst pyproject.toml,,$(COMPILE)) --upgrade --group build -c requirements/dev.txt -o requirements/build.txt
	$(subst pyproject.toml,,$(COMPILE)) --upgrade --group generators -o requirements/generators.txt
	@if npm --version >/dev/null 2>&1; then for package in . $(NODE); do (cd $$package && \
		npm install --package-lock-only --omit-lockfile-registry-resolved --silent --no-audit --no-fund) || exit 1; done; fi

openapi: setup ## write openapi/openapi.json anew, and the clients' types
	$(BIN)/rollwright openapi
	$(BIN)/python openapi/python/generate.py
	@if $(HAVE_NODE); then $(MAKE) --no-print-directory openapi/typescript/node_modules/.package-lock.json && \
		cd openapi/typescript && npm run --silent generate; fi

docs: setup ## write docs/problems and docs/settings.md anew
	$(BIN)/rollwright pages

bench: setup ## measure playouts of every game in process, and the service over HTTP on both stores
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.checking
	$(BIN)/python -m benchmarks.http

clean: ## remove what was built
	rm -rf $(NODE:%=%/node_modules) $(TYPESCRIPT:%=%/build) openapi/typescript/dist examples/react/dist
	rm -rf .venv node_modules dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
