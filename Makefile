# Two commands do the work: `make demo` and `make test`. Everything they need is installed on the way.

PYTHON := .venv/bin/python
RUN := .venv/bin/pairforge
SETUP := .venv/.setup
SETUP_DEV := .venv/.setup-dev

.DEFAULT_GOAL := help

.PHONY: help
help: ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

$(SETUP): requirements.lock pyproject.toml tools/setup.sh tools/checkout.py
	@bash tools/setup.sh
	@touch $@

# In one go, so that what is missing of both is said before anything is fetched.
$(SETUP_DEV): requirements.lock requirements-dev.lock pyproject.toml tools/cells.txt tools/setup.sh tools/checkout.py
	@bash tools/setup.sh dev
	@touch $(SETUP) $@

.PHONY: setup
setup: $(SETUP) ## install what builds cores into .venv; nothing is compiled

.PHONY: setup-dev
setup-dev: $(SETUP_DEV) ## the same, and what the tests, the documentation and releases need

.PHONY: engine
engine: $(SETUP) ## compile the software engine; commands that need it do so themselves
	@$(PYTHON) -m pairforge.software.extension

.PHONY: demo
demo: setup ## the reduced eta_T pairing over F_2^239 as a verified coprocessor, with its report
	@bash tools/demo.sh

# Cargo compiles while packages are fetched.
.PHONY: test-ready
test-ready:
	@$(MAKE) --no-print-directory --jobs=2 setup-dev engine-tests
	@$(MAKE) --no-print-directory engine

.PHONY: engine-tests
engine-tests:
	@bash tools/engine_tests.sh

.PHONY: test
test: test-ready ## all tests but the slow ones
	@bash tools/test.sh -m "not slow"

.PHONY: test-all
test-all: test-ready ## all tests
	@bash tools/test.sh

.PHONY: lint
lint: setup-dev ## style and types of the source; emitted Verilog is linted by the tests
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	cd engine && cargo fmt --all --check
	cd engine && cargo clippy -q --locked --workspace --all-targets -- -D warnings

.PHONY: docs
docs: setup-dev ## the documentation as a site in build/site; every warning is an error
	$(PYTHON) tools/site/commands.py
	$(PYTHON) tools/site/devices.py
	$(PYTHON) tools/site/fuzzing.py
	$(PYTHON) tools/site/proven.py
	$(PYTHON) tools/site/units.py
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict

.PHONY: bench
bench: setup ## how fast the engine and each step of the line are, measured
	$(RUN) bench
	cd engine && cargo run -q --locked --release -p pairforge-bench --bin sums
	cd engine && cargo bench -q --locked -p pairforge-bench
	$(PYTHON) benchmarks/line.py

.PHONY: bench-peers
bench-peers: setup ## the engine's functions beside blst, gnark-crypto, mcl and constantine (PEERS="--constantine FOLDER")
	$(PYTHON) -m benchmarks.peers $(PEERS)

.PHONY: bench-explore
bench-explore: setup ## 200 machines explored with an empty cache and from it; what a search of a part of them finds
	$(PYTHON) benchmarks/explore.py

.PHONY: bench-route
bench-route: setup ## units and designs placed and routed (ROUTE="--target nexus"), beside the estimates of their clocks (hours)
	$(PYTHON) -m benchmarks.route $(ROUTE)

.PHONY: capi
capi: ## the C library with its header, into PREFIX (by default build/capi)
	@bash tools/capi.sh $(or $(PREFIX),build/capi)

.PHONY: wasm
wasm: ## the engine as a WebAssembly module in an npm package, into build/npm
	@bash tools/wasm.sh build/npm

.PHONY: wheels
wheels: setup-dev ## source distribution and wheels for Linux on x86-64 and aarch64, into build/wheels
	@bash tools/wheels.sh

.PHONY: fuzz
fuzz: setup ## every decoder of the engine, SECONDS each (by default 20)
	@$(PYTHON) -m benchmarks.fuzz --seconds $(or $(SECONDS),20)

.PHONY: miri
miri: ## the portable paths of the engine under Miri
	@bash tools/miri.sh

.PHONY: sanitizers
sanitizers: ## the engine's unsafe code under AddressSanitizer, its threads under ThreadSanitizer
	@bash tools/sanitizers.sh

.PHONY: lock
lock: setup-dev ## pin the newest versions that pyproject.toml allows
	@bash tools/lock.sh --upgrade

.PHONY: clean
clean: ## remove what builds left; the cache and .venv stay
	rm -rf build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
