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
setup: $(STAMP) ## install everything into .venv (and Icarus Verilog, GHDL, Chromium, if they are not there)

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
	cd engine && cargo fmt --all --check
	cd engine && cargo clippy -q --locked --workspace --all-targets -- -D warnings

.PHONY: docs
docs: setup ## the documentation as a site in build/site; every warning is an error
	$(PYTHON) tools/site/commands.py
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict

.PHONY: bench
bench: setup ## how fast the engine and each step of the line are, measured
	$(RUN) bench
	cd engine && cargo bench -q --locked -p pairforge-bench
	$(PYTHON) benchmarks/line.py

.PHONY: bench-explore
bench-explore: setup ## 200 machines explored with an empty cache and from it; what a search of a part of them finds
	$(PYTHON) benchmarks/explore.py

.PHONY: capi
capi: ## the C library with its header, into PREFIX (by default build/capi)
	@bash tools/capi.sh $(or $(PREFIX),build/capi)

.PHONY: wheels
wheels: setup ## source distribution and wheels for Linux on x86-64 and aarch64, into build/wheels
	@bash tools/wheels.sh

.PHONY: fuzz
fuzz: ## every decoder of the engine, SECONDS each (by default 20)
	@bash tools/fuzz.sh $(or $(SECONDS),20)

.PHONY: miri
miri: ## the portable paths of the engine under Miri
	@bash tools/miri.sh

.PHONY: lock
lock: setup ## pin the newest versions that pyproject.toml allows
	$(PYTHON) -m uv pip compile pyproject.toml --group dev --extra route --universal --generate-hashes \
	  --no-emit-index-url --no-header --python-version 3.11 --upgrade -q -o requirements.lock

.PHONY: clean
clean: ## remove what builds left; the cache and .venv stay
	rm -rf build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
