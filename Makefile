# symir: build, test, install. `make help` lists the targets.
# Cargo decides what is to be compiled again and scripts/setup what is to be installed, so every target is phony.

PREFIX ?= /usr/local
DOCDIR ?= $(PREFIX)/share/doc/symir
DRIVER ?= drivers/strcpy.c
# A toolchain that rustup has just installed is not on the path yet.
CARGO ?= $(shell command -v cargo || echo $(HOME)/.cargo/bin/cargo)

target := $(or $(CARGO_TARGET_DIR),target)
flags := --locked
version := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

# The tests that find most mistakes for the time that they take.
quick := cli externals frontend golden header rules tidy

export CARGO

.PHONY: help deps build run check test features lint bench paper-table search-table type-table peers install install-files install-docs dist vscode clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

deps: ## install what is missing: LLVM, clang, cvc5, Z3
	@scripts/setup

build: deps ## build in release mode
	$(CARGO) build --release $(flags)

run: build ## build, then generate tests for DRIVER (drivers/strcpy.c)
	$(target)/release/symir run $(DRIVER)
	@echo 'Next: make install makes symir a command. Then symir gen FILE.c makes tests for a file of yours.'

check: deps ## run the quick part of the tests: under two minutes on two cores, once it is compiled
	$(CARGO) test --workspace $(flags) --lib --bins $(addprefix --test ,$(quick))

test: ## install what tests need, then run the whole test suite
	@scripts/setup --tests
	$(CARGO) test --workspace $(flags)

features: ## build and run the quick tests with each solver alone
	@scripts/setup --tests
	for solver in cvc5 z3; do \
	    $(CARGO) test --workspace $(flags) --no-default-features --features $$solver --lib --bins \
	        $(addprefix --test ,$(quick) linked solvers chain) || exit 1; \
	done

lint: deps ## format, clippy and documentation, warnings as errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets $(flags) -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items $(flags)

bench: deps ## run the benchmarks
	$(CARGO) bench --workspace $(flags) --bench drivers --bench concrete --bench chain --bench lengths --bench mocks --bench readability

paper-table: build ## the table of the 2016 paper beside ours; the first time it fetches 140 MB
	$(target)/release/symir bench paper --table1 -o $(target)/paper-table

search-table: deps ## coverage over time of each search strategy, as a table, CSV and SVG
	$(CARGO) bench $(flags) --bench search

type-table: deps ## compare how often types are tried for objects of unknown type
	$(CARGO) bench $(flags) --bench types

peers: build ## compare with KLEE's numbers on routines of Linux; the first time it fetches 140 MB
	$(CARGO) bench $(flags) --bench peers

# The binary looks for the solver libraries in ../lib/symir. The other files are for people: the binary contains its own copies.
install: build install-files ## install under PREFIX (/usr/local), below DESTDIR if set
	@echo 'symir is installed as $(PREFIX)/bin/symir. Next: symir gen FILE.c makes tests for a file of yours.'

# The program itself writes its man pages and completions.
install-files:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/symir $(DESTDIR)$(PREFIX)/share/symir
	install -m 755 $(target)/release/symir $(DESTDIR)$(PREFIX)/bin/symir
	find .deps/lib -name '*.so*' -exec cp -P -t $(DESTDIR)$(PREFIX)/lib/symir {} +
	install -m 644 LICENSE-MIT LICENSE-APACHE THIRD_PARTY.md $(DESTDIR)$(PREFIX)/share/symir
	for folder in drivers models; do [ ! -d $$folder ] || cp -R $$folder $(DESTDIR)$(PREFIX)/share/symir/; done
	install -d $(DESTDIR)$(PREFIX)/share/symir/corpus # drivers include their routines
	cp -R corpus/routines $(DESTDIR)$(PREFIX)/share/symir/corpus/
	cp --parents corpus/README.md corpus/*/README.md $(DESTDIR)$(PREFIX)/share/symir/
	install -d $(DESTDIR)$(PREFIX)/share/cmake/Symir $(DESTDIR)$(PREFIX)/share/symir/meson $(DESTDIR)$(PREFIX)/share/pkgconfig
	install -m 644 packaging/cmake/SymirConfig.cmake $(DESTDIR)$(PREFIX)/share/cmake/Symir/
	install -m 644 packaging/meson/meson.build $(DESTDIR)$(PREFIX)/share/symir/meson/
	sed 's/@VERSION@/$(version)/' packaging/symir.pc >$(DESTDIR)$(PREFIX)/share/pkgconfig/symir.pc
	cp -R ci $(DESTDIR)$(PREFIX)/share/symir/
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(DESTDIR)$(PREFIX)/bin/symir man $(DESTDIR)$(PREFIX)/share/man/man1
	$(DESTDIR)$(PREFIX)/bin/symir completions bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/symir
	$(DESTDIR)$(PREFIX)/bin/symir completions zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_symir
	$(DESTDIR)$(PREFIX)/bin/symir completions fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/symir.fish

# The pages for people go below DOCDIR. Symbolic links lead from there to the folders of install-files, and from these to the book.
install-docs:
	install -d $(DESTDIR)$(DOCDIR)
	cp -R README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md LICENSE-MIT LICENSE-APACHE THIRD_PARTY.md docs $(DESTDIR)$(DOCDIR)/
	for folder in corpus drivers models; do \
	    ln -s -f -n -r $(DESTDIR)$(PREFIX)/share/symir/$$folder $(DESTDIR)$(DOCDIR)/$$folder || exit 1; \
	done
	ln -s -f -n -r $(DESTDIR)$(DOCDIR)/docs $(DESTDIR)$(PREFIX)/share/symir/docs

dist: build ## make a tarball and a Debian package in target/dist
	scripts/dist

vscode: build ## build and test the extension for Visual Studio Code with npm; this makes editors/vscode/symir.vsix
	cp LICENSE-MIT editors/vscode/LICENSE
	cd editors/vscode && npm ci && SYMIR=$(abspath $(target)/release/symir) npm test && npm run package

clean: ## remove everything that was built or fetched
	rm -rf $(target) .deps .sources
