# Two commands do the work: `make demo` and `make test`. Everything they need is installed on the way.

PYTHON := .venv/bin/python
RUN := .venv/bin/pairforge
STAMP := .venv/.installed

.DEFAULT_GOAL := help

.PHONY: help
help: ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# What the extension module is compiled from; Python files are used in place.
ENGINE := $(shell find engine/core engine/python -name '*.rs' -o -name Cargo.toml) engine/Cargo.toml engine/Cargo.lock

$(STAMP): requirements.lock pyproject.toml tools/setup.sh $(ENGINE)
	@bash tools/setup.sh

.PHONY: setup
setup: $(STAMP) ## install everything into .venv (and Icarus Verilog, if it is not there)

.PHONY: demo
demo: setup ## the reduced eta_T pairing over F_2^239 as a verified coprocessor, with its report
	@bash tools/demo.sh

.PHONY: test
test: setup ## all tests but the slow ones
	@bash tools/test.sh -m "not slow"

.PHONY: test-all
test-all: setup ## all tests
	@bash tools/test.sh

.PHONY: lint
lint: setup ## style and types of the source; emitted Verilog is linted by the tests
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

.PHONY: bench
bench: setup ## how fast each step of the line is, measured
	$(PYTHON) benchmarks/line.py

.PHONY: lock
lock: setup ## pin the newest versions that pyproject.toml allows
	$(PYTHON) -m pip install -q uv
	$(PYTHON) -m uv pip compile pyproject.toml --group dev --universal --generate-hashes \
	  --no-emit-index-url --no-header --python-version 3.11 --upgrade -q -o requirements.lock

.PHONY: clean
clean: ## remove what builds left; the cache and .venv stay
	rm -rf build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
