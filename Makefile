# Needs git, make and Python 3.11 or newer with venv; everything else is set up here.
# The two commands most people want: `make run` and `make test`.

PORT    ?= 8501
# Where the dashboard listens. ADDRESS=0.0.0.0 opens it to the local network.
ADDRESS ?= localhost
# auto: look for changed code while it runs, for who edits it; every page then opens slower.
WATCH   ?= none
# Test processes running at a time (0: all in one process).
JOBS    ?= 2

# Compiled files are kept, whatever the environment says: else each of the processes that tests
# start compiles everything anew.
export PYTHONDONTWRITEBYTECODE :=

VENV    := .venv
PY      := $(VENV)/bin/python
# Each stamp records a finished installation, and is remade when a pin changes.
RUNTIME := $(VENV)/runtime.stamp
DEV     := $(VENV)/dev.stamp
PIP     := $(PY) -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check format portability studies bench reproductions screenshots site clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: $(RUNTIME) ## Start the dashboard on http://localhost:8501 (PORT=, ADDRESS=)
	@echo "Dashboard: http://$(ADDRESS):$(PORT)   (Ctrl-C stops it)"
	@exec $(PY) -m streamlit run app.py --server.port $(PORT) --server.address $(ADDRESS) \
		--server.headless true --server.fileWatcherType $(WATCH) \
		--browser.gatherUsageStats false --logger.hideWelcomeMessage true

# Browser tests are never skipped: without a browser this stops, and says why. They run after
# all others, since a browser that shares its processor answers late.
test: $(DEV) ## Run all tests: unit, property, documentation, page and real browser
	@browser=$$($(PY) -m tests.browser.find_browser) && echo "Browser: $$browser"
	@$(PY) -m pytest -n $(JOBS) --dist worksteal --ignore tests/browser
	@$(PY) -m pytest -n $(JOBS) --dist worksteal tests/browser

check: $(DEV) ## Check format, lint and types; changes nothing
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy

format: $(DEV) ## Put all code into the common format, fixing what can be fixed safely
	@$(PY) -m ruff check --fix-only .
	@$(PY) -m ruff format .

# NumPy's and OpenBLAS's loops of older processors, as far as this one can run them.
portability: $(DEV) ## A study: the numeric tests as other processors would compute them
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m tests.portability -n $(JOBS) --dist loadfile

studies: $(DEV) ## Run the slow sweeps, and each property on many fresh examples
	@$(PY) -m tests.browser.find_browser
	@$(PY) -m pytest -m "slow or hypothesis" --hypothesis-profile studies -n $(JOBS)

bench: $(DEV) ## Measure speed against peers and limits, as ratios within one run
	@$(PY) -m benchmarks

# One process, one thread: the numbers stored are small, and threads only get in their way.
reproductions: $(RUNTIME) ## Store the results behind the page Evidence anew (minutes)
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m hetdp_core.evidence --write

screenshots: $(DEV) ## Make the screenshots of the README again
	@$(PY) -m tests.browser.screenshots

# DASHBOARD=https://… is where its links lead for what needs Python.
site: $(RUNTIME) ## Write the site without a server into site/ (DASHBOARD=)
	@$(PY) -m pages.inside.site site --dashboard "$(DASHBOARD)"

clean: ## Remove all that the other targets make: environment, caches, copied files
	@rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis static/*.js
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A Python counts when it is new enough and can make environments: on Debian and Ubuntu
# `ensurepip` comes with python3-venv. PYTHON= puts another one at the head of the list.
$(PY):
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
		"$$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
			&& echo "Creating $(VENV) with $$("$$python" --version)" \
			&& exec "$$python" -m venv --clear $(VENV); \
	done; \
	echo "Python 3.11 or newer with venv is needed, and none was found" \
		"(Debian, Ubuntu: apt install python3 python3-venv)." >&2; \
	exit 1

$(RUNTIME): requirements.txt constraints.txt $(PY)
	@echo "Installing what the dashboard needs into $(VENV) (once; takes a minute or two)"
	@$(PIP) -r requirements.txt
	@touch $@

$(DEV): requirements-dev.txt requirements-dask.txt $(RUNTIME)
	@echo "Installing what the tests need into $(VENV) (once)"
	@$(PIP) -r requirements-dev.txt
	@touch $@
