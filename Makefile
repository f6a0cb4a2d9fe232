# Adjudge: reference semantics and verifier for automatic differentiation.
#
#   make deps verify   install what is needed (Debian 12), then the main job
#   make deps test     the tests
#   make help          every target

CC      = gcc
BUILD   = build
PREFIX  = /usr/local
JOBS    = $(shell nproc)
VERSION = $(shell sed -n 's/^.define ADJUDGE_VERSION "\(.*\)"/\1/p' verify/campaign/version.h)
SEED    = 1
# release, or fuzz: for libFuzzer
MODE    = release

PACKAGES = gcc clang libclang-rt-14-dev libclang-14-dev make libc6-dev libgmp-dev libflint-dev libflint-arb-dev libcalcium-dev libantic-dev libjansson-dev libcmocka-dev libz3-dev \
           clang-format clang-tidy cppcheck gnuplot-nox valgrind ccache perl python3 python3-mpmath g++ pkg-config nodejs procps lintian frama-c-base why3 z3 cvc4 cvc5

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wswitch-enum -Wmissing-prototypes -Werror
FLAGS_release = -O2 -g
FLAGS_fuzz    = -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
FLAGS_clang   = -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -D__SANITIZE_ADDRESS__
CFLAGS   =
ALL_CFLAGS = -std=c11 -D_DEFAULT_SOURCE -I. $(WARNINGS) $(FLAGS_$(MODE)) $(CFLAGS)
# FLINT 2.9 (Debian 12) has Arb and calcium as libraries beside it; with FLINT 3: make FLINT=-lflint
FLINT    = -lcalcium -lflint-arb -lflint
LDLIBS   = $(FLINT) -lz3 -ljansson -lgmp -lm
# our allocations go by verify/cli/memory.c: without memory the process ends
WRAP     = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup

OUT      = $(BUILD)$(if $(filter-out release,$(MODE)),/$(MODE))
SOURCES  = $(sort $(wildcard semantics/*/*.c semantics/*/*/*.c ad/*.c ad/*/*.c verify/*.c verify/*/*.c verify/*/*/*.c))
HEADERS  = $(sort $(wildcard semantics/*.h semantics/*/*.h semantics/*/*/*.h ad/*.h ad/*/*.h verify/*/*.h verify/*/*/*.h tests/*/*.h))
MAIN     = verify/cli/main.c
# adjudge-check is the proved checker of certificates, the reader of their files, and no library
CHECKER  = verify/certificates/adjudge_check.c
CHECKS   = $(patsubst %.c,$(OUT)/obj/%.o,$(CHECKER) $(addprefix verify/certificates/,read.c assumed.c vanishing.c) $(wildcard verify/kernel/*.c))
# adjudge-c reads C, for adjudge: libclang is in it and nowhere else
LLVM     = /usr/lib/llvm-14
C_READER = $(sort $(wildcard semantics/clang/*.c))
OBJECTS  = $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out $(MAIN) $(CHECKER) $(C_READER),$(SOURCES)))
TESTS    = $(sort $(wildcard tests/unit/test_*.c))
CHECKED  = $(SOURCES) $(TESTS) $(sort $(wildcard tests/fuzz/*.c tests/bench/*.c tests/quality/*.c tests/unsound/*.c tests/ties/*.c))
TEST_BINARIES = $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(TESTS))

.PHONY: all
all: $(OUT)/adjudge $(OUT)/adjudge-check $(OUT)/adjudge-c ## build/adjudge

$(OUT)/adjudge: $(OUT)/obj/verify/cli/main.o $(OUT)/libadjudge.a
	@echo "  LD   $@"
	@$(CC) $(FLAGS_$(MODE)) $(CFLAGS) $(WRAP) -o $@ $^ $(LDLIBS)
	@[ "$(MODE)" != release ] || echo '  to type "adjudge": PATH=$(abspath $(OUT)):$$PATH, or make install'

$(OUT)/adjudge-check: $(CHECKS)
	@echo "  LD   $@"
	@$(CC) $(FLAGS_$(MODE)) $(CFLAGS) -o $@ $^

$(OUT)/adjudge-c: $(C_READER:%.c=$(OUT)/obj/%.o) $(OUT)/libadjudge.a
	@echo "  LD   $@"
	@$(CC) $(FLAGS_$(MODE)) $(CFLAGS) -o $@ $^ -lclang-14 -ljansson -lgmp -lm

$(C_READER:%.c=$(OUT)/obj/%.o): CFLAGS += -isystem $(LLVM)/include

$(OUT)/libadjudge.a: $(OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(OUT)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Which sources this build is made of, for reports
HASHED = $(shell find semantics ad verify -name '*.[ch]' -o -name '*.def' -o -name '*.rules' | LC_ALL=C sort)
$(OUT)/obj/verify/campaign/schema.o: verify/campaign/report.schema.json
$(OUT)/obj/verify/cli/cmd_rules.o: semantics/rules.md
$(OUT)/obj/verify/cli/gradbench_call.o: verify/cli/gradbench.adj
$(OUT)/obj/verify/cli/cmd_certify.o: $(wildcard verify/certify/*.in)
$(OUT)/obj/verify/campaign/version.o: $(HASHED)
$(OUT)/obj/verify/campaign/version.o: CFLAGS += -DADJUDGE_SOURCE='"$(shell cat $(HASHED) | sha256sum | cut -c 1-16)"'

TEST_OBJECTS = $(TESTS:%.c=$(OUT)/obj/%.o)
.SECONDARY: $(OUT)/obj/tests/quality/rule_hits.o $(TEST_OBJECTS)

$(OUT)/tests/%: $(OUT)/obj/tests/unit/%.o $(OUT)/obj/tests/quality/rule_hits.o $(OUT)/libadjudge.a
	@mkdir -p $(@D)
	@$(CC) $(FLAGS_$(MODE)) $(CFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

-include $(OBJECTS:.o=.d) $(C_READER:%.c=$(OUT)/obj/%.d) $(CHECKS:.o=.d) $(OUT)/obj/verify/cli/main.d \
  $(OUT)/obj/tests/quality/rule_hits.d $(TEST_OBJECTS:.o=.d)

# ------------------------------------------------------------- the main job --

# The spaces checked to the end, and the random samples, of `make verify`: DEPTH=push
# (minutes, for every push) or DEPTH=nightly (hours). verify/README.md has their counts. Of poly, which is merged, the
# programs to size 6 are judged one by one too, each with its certificate.
DEPTH           = push
SPACES_push     = poly,size=6 poly division,size=7 array,size=7 higher,size=8 analytic,size=4 control,size=6 loops,size=5 vectors,size=8 recursion,size=6 data,size=9 everything,size=4
SAMPLES_push    = mixed,size=10:10000 everything:5000
SPACES_nightly  = poly,size=9 division,size=8 array,size=8 higher,size=9 analytic,size=5 control loops while vectors recursion,size=8 data,size=11 everything,size=5
SAMPLES_nightly = mixed:200000 everything:20000
SPACES          = $(or $(SPACES_$(DEPTH)),$(error DEPTH is push or nightly, not '$(DEPTH)'))
SAMPLES         = $(SAMPLES_$(DEPTH))
# Near misses that the judge of rules is tried on besides (tests/nearmiss); push: by `make test`.
NEARMISS_nightly = 100000
# A folder of .prim files of yours, checked too.
PRIMS   =

# What it counts is compared with what is committed, of seed 1: a law that fires no more is seen.
COUNTED = $(if $(filter-out 1,$(SEED)),@echo "counts: not compared; those committed are of SEED=1",\
  $(if $(wildcard tests/counts/$(DEPTH)),tests/counts/gate.py --check tests/counts/$(DEPTH) $(BUILD)/report/report.json,\
  @echo "counts: not compared; none are committed for DEPTH=$(DEPTH)"))

.PHONY: verify
verify: all ## the main job: every law on the corpus, whole spaces and samples (DEPTH=push, or nightly)
	@$(MAKE) --no-print-directory prove-replay
	@$(MAKE) --no-print-directory prove-sample
	@mkdir -p $(BUILD)/report
	$(BUILD)/adjudge verify tests/corpus $(SPACES:%=--space %) $(SAMPLES:%=--sample %) \
	  --merging 100000 --seed $(SEED) --jobs $(JOBS) --allow-undecided \
	  --report $(BUILD)/report/report.json --junit $(BUILD)/report/junit.xml --html $(BUILD)/report/report.html
	$(COUNTED)
	tests/counts/inside.py $(BUILD)/report/report.json
	tests/counts/rules.py tests/counts/unexercised $(BUILD)/report/report.json
	$(if $(PRIMS),$(BUILD)/adjudge campaign $(PRIMS) --seed $(SEED) --report $(BUILD)/report/primitives.json \
	  --junit $(BUILD)/report/primitives.xml --html $(BUILD)/report/primitives.html)
	$(BUILD)/adjudge maps --size 5 --instances 1000
	$(if $(NEARMISS_$(DEPTH)),COUNT=$(NEARMISS_$(DEPTH)) SEED=$(SEED) JOBS=$(JOBS) BUILD=$(BUILD) tests/nearmiss/run.sh)

.PHONY: counts
counts: ## write tests/counts/push anew from what make verify counted last (DEPTH=nightly: of that)
	tests/counts/gate.py --write tests/counts/$(DEPTH) $(BUILD)/report/report.json

# What CI runs at night.  The parts that need root, a mirror of Debian and minutes come first.
.PHONY: nightly stranger
nightly: DEPTH = nightly
nightly: stranger verify ## stranger, then verify with DEPTH=nightly: hours

stranger: all ## the packages in a new Debian 12 (root, debootstrap), and the time from git clone to a first verdict
	tests/package/run.sh --clean
	tests/package/first_verdict.sh

# Programs on which every tier of truth is asked, and compared with the others.
TIER_SAMPLES = poly:20000 division:20000 array:20000 analytic:20000 mixed:20000

.PHONY: tiers
tiers: all ## the truth tiers against one another on 100,000 sampled programs
	$(BUILD)/adjudge verify $(TIER_SAMPLES:%=--sample %) --law TIERS --seed $(SEED) --jobs $(JOBS) --quiet

# -------------------------------------------------------------------- tests --

.PHONY: unit
unit: $(TEST_BINARIES) ## the unit tests alone
	@tests/run.sh $(TEST_BINARIES)

.PHONY: check
# the unit tests, and the sessions of tests/cli, that take more than half of the time of all: in `make test` alone
SLOW = smt smt_memory laws linmap_code merging nest space boundary primitive cover atlas symbolic functions domain \
  simplify_programs rewrite_target targets readers path limits host_code specification sharing text_roundtrip \
  text_errors residual rule_code observe matrix crew
LONG = campaign long report truth usage mistakes tools regions differentiate sparsity verdicts plot maps derive functions pages
check: built ## the command line and unit tests but the slowest, in about a minute
	@BUILD=$(OUT) BUT='$(LONG)' tests/run.sh tests/cli/run.sh $(filter-out $(SLOW:%=$(OUT)/tests/test_%),$(TEST_BINARIES))

# those that wait begin first, so that what computes runs beside them; then the longest
FIRST = $(patsubst %,tests/%/run.sh,systems mutants memory campaigns adding certify clang cli printed unsound)
.PHONY: built test
built: all $(TEST_BINARIES) ## what the tests run

test: built layers rules ## everything: check, planted errors, determinism, limits
	@BUILD=$(OUT) tests/run.sh $(FIRST) $(TEST_BINARIES) $(filter-out $(FIRST),$(sort $(wildcard tests/*/run.sh)))

.PHONY: mutants
mutants: all ## planted errors, each switched on by ID in one build: the law that should see it must refute it
	@tests/mutants/run.sh

COUNT = 60
.PHONY: sampled
sampled: all ## systematic mutants: COUNT=60 drawn by SEED, against the main job's laws, unit tests and suites; the score to tests/mutants/README.md
	@tests/mutants/sample.py --count $(COUNT) --seed $(SEED) --suites --page

READERS = $(filter-out tests/fuzz/fuzz.c tests/fuzz/generate.c tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))
MINUTES = 10

.PHONY: fuzz
fuzz: all ## any bytes for every reader by libFuzzer, for MINUTES=10; READER=f: for one (tests/fuzz/readers.c); what is found is written to build/fuzz
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang $(BUILD)/fuzz/readers
	@rm -rf $(BUILD)/fuzz/seeds && tests/fuzz/seeds.sh $(BUILD)/fuzz/seeds $(READER) && mkdir -p $(BUILD)/fuzz/corpus$(READER)
	@cd $(BUILD)/fuzz && nice ./readers -max_total_time=$$((60 * $(MINUTES))) -timeout=120 -rss_limit_mb=4096 -max_len=16384 \
	  -print_final_stats=1 corpus$(READER) seeds

$(BUILD)/fuzz/readers: $(READERS) tests/fuzz/readers.h $(OUT)/libadjudge.a
	@$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $(READERS) $(OUT)/libadjudge.a $(LDLIBS)

.PHONY: valgrind
valgrind: all ## every command once under valgrind: nothing read that was not written, nothing lost; half an hour
	@BUILD=$(BUILD) tests/quality/valgrind.sh

.PHONY: compilers
compilers: all ## gcc's build against clang's with sanitizers: the same reports, and what a fortieth of all commands prints
	@$(MAKE) --no-print-directory clang WHAT='adjudge adjudge-c adjudge-check'
	@BUILD=$(BUILD) tests/quality/compilers.sh

.PHONY: clang
clang: # WHAT of the build by clang with sanitizers, in build/clang
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/clang CC=clang FLAGS_release='$(FLAGS_clang)' WARNINGS=-w $(WHAT:%=$(BUILD)/clang/%)

.PHONY: sanitized
sanitized: ## the unit tests under clang's sanitizers; tests/sanitized/run.sh test_judge: one
	@BUILD=$(BUILD) tests/sanitized/run.sh

.PHONY: bench
bench: all $(OUT)/bench ## rates per core, memory, and size of transformed code
	@$(OUT)/bench
	@python3 tests/bench/loops.py $(OUT)/adjudge

$(OUT)/bench: $(wildcard tests/bench/*.[ch]) $(OUT)/libadjudge.a
	@$(CC) $(ALL_CFLAGS) $(WRAP) -o $@ $(filter %.c,$^) $(OUT)/libadjudge.a $(LDLIBS)

$(OUT)/ties: tests/ties/query.c $(OUT)/libadjudge.a
	@$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/judging: $(wildcard tests/judging/*.[ch] tests/judging/*.def) $(OUT)/libadjudge.a
	@$(CC) $(ALL_CFLAGS) -o $@ tests/judging/judging.c $(OUT)/libadjudge.a $(LDLIBS)

# ------------------------------------------------------------------- proofs --

# CACHE=--cold asks the provers again instead of taking their committed answers
CACHE    =
UNITS   := $(shell proofs/prove.pl --list 2> /dev/null) $(sort $(wildcard proofs/must_fail/*.plant))
PROVED   = $(addprefix $(BUILD)/proofs/stamps/,$(notdir $(UNITS)))
vpath %.unit proofs/units
vpath %.plant proofs/must_fail

.PHONY: prove
prove: $(PROVED) ## the kernel's theorems by Frama-C, and planted errors that must not prove
	@BUILD=$(BUILD) proofs/summary.pl

# Unit tests that call functions of the kernel
EACSL_TESTS = test_rings test_straight test_truth test_twice test_dualnum test_dualnum_laws test_linmap_stages test_simplify test_verdicts

.PHONY: eacsl
eacsl: $(OUT)/libadjudge.a ## contracts compiled into the code (E-ACSL) and run, and planted errors that they must stop
	@printf '%s\n' $(basename $(notdir $(wildcard proofs/eacsl/*.c))) | BUILD=$(BUILD) xargs -P $(JOBS) -n 1 proofs/eacsl.pl
	@BUILD=$(BUILD) proofs/eacsl.pl --tests $(EACSL_TESTS)
	@BUILD=$(BUILD) proofs/eacsl.pl --summary

# LENGTH=2 takes about nine minutes; LENGTH=0, the longer texts alone, two
LENGTH   = 2
.PHONY: eva
eva: ## Eva on the parser and the interpreter: no alarm on any short text, or on longer ones with each construct
	@BUILD=$(BUILD) proofs/eva.sh $(LENGTH)

.PHONY: specs
specs: prove-replay ## the page for reviewers: theorems in words and in ACSL, contracts, goals; build/proofs/specs.html and .md

.PHONY: calls
calls: ## write proofs/calls: how often a part of the main job calls each proved function
	@BUILD=$(BUILD) JOBS=$(JOBS) proofs/calls.pl

.PHONY: prove-replay
prove-replay: ## the theorems from the provers' committed answers, about a minute on two cores
	@proofs/gates.pl
	@start=$$(date +%s); BUILD=$(BUILD) JOBS=$(JOBS) proofs/prove.pl --replay && BUILD=$(BUILD) proofs/summary.pl $$start
	@BUILD=$(BUILD) proofs/specs.pl

# Committed answers are believed; of SAMPLE functions, which the commit draws, the provers are asked again.
SAMPLE   = 2
.PHONY: prove-sample
prove-sample: ## the provers asked again about SAMPLE=2 functions, drawn by the commit
	@BUILD=$(BUILD) proofs/prove.pl --sample $(SAMPLE) "$$(git rev-parse HEAD)"

.PHONY: certify
certify: all ## the emitted C of a small program proved with Frama-C, and a planted error that must not prove; a minute
	@PROVE=1 BUILD=$(OUT) tests/certify/run.sh

# The provers of a planted error are judged by what they prove without it.
$(filter %.plant,$(PROVED)): | $(filter %.unit,$(PROVED))

# One stamp a unit; a unit is proved again when any of the proofs or of the proved code changes.
PROOF_SOURCES = $(wildcard proofs/*.pl proofs/*/*.acsl proofs/*/*.c proofs/*/*.h) $(shell cat proofs/kernel 2> /dev/null)
$(BUILD)/proofs/stamps/%: % $(PROOF_SOURCES)
	@mkdir -p $(@D)
	@BUILD=$(BUILD) proofs/prove.pl $(CACHE) $<
	@touch $@

# ------------------------------------------------------------------ quality --

.PHONY: layers
layers: ## includes go one way: semantics <- ad <- verify
	@tests/quality/layers.sh

.PHONY: rules
rules: all ## rules stated are implemented and cited; operands in no open order; planted errors have their places; the kernel's size
	@tests/quality/rules.sh
	@tests/quality/gate.pl
	@proofs/gates.pl
	@tests/quality/order.pl
	@tests/quality/rules_table.pl --check
	@tests/quality/coverage.pl --check
	@tests/quality/functions_table.pl --check
	@tests/mutants/plant.pl --check tests/mutants/*.mutant

.PHONY: table
table: $(TEST_BINARIES) ## write semantics/rules.md: each rule with figure, function, tests, proof; and ad/COVERAGE.md
	@tests/quality/functions_table.pl --write
	@tests/quality/rules_table.pl --write $(TEST_BINARIES)
	@tests/quality/coverage.pl --write

.PHONY: lint
lint: CFLAGS += -isystem $(LLVM)/include
lint: all ## format, clang with the same warnings, clang-tidy, cppcheck
	@clang-format --dry-run -Werror $(CHECKED) $(HEADERS)
	@printf '%s\n' $(CHECKED) | xargs -P $(JOBS) -n 8 clang $(ALL_CFLAGS) -fsyntax-only
	@cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=missingIncludeSystem -j $(JOBS) -I. $(SOURCES)
	@printf '%s\n' $(SOURCES) | xargs -P $(JOBS) -n 1 sh -c 'clang-tidy --quiet "$$@" -- -std=c11 -D_DEFAULT_SOURCE -I. \
	  2> $(BUILD)/clang-tidy.$$$$ || { cat $(BUILD)/clang-tidy.$$$$; exit 1; }; rm -f $(BUILD)/clang-tidy.$$$$' lint

.PHONY: format
format: ## rewrite the sources by clang-format
	@clang-format -i $(CHECKED) $(HEADERS)

# ------------------------------------------------------------ installation --

.PHONY: deps
deps: ## install the packages needed, by apt
	@command -v apt-get > /dev/null || { echo "make deps needs apt-get (Debian 12). Install by other means: $(PACKAGES)"; exit 1; }
	@missing=""; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2> /dev/null | grep -q 'ok installed' || missing="$$missing $$package"; done; \
	if [ -z "$$missing" ]; then echo "all packages are installed"; exit 0; fi; \
	sudo=""; if [ "$$(id -u)" != 0 ]; then command -v sudo > /dev/null || \
	  { echo "make deps needs root or sudo to install:$$missing"; exit 1; }; sudo=sudo; fi; \
	$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing

CLUSTER_PACKAGES = slurm-wlm munge parallel
.PHONY: cluster-test
cluster-test: all ## Slurm on this machine, by apt: an array of jobs, one killed and named as missing; GNU parallel; 1,000 parts
	@for package in $(CLUSTER_PACKAGES); do dpkg-query -W -f '$${Status}' $$package 2> /dev/null | grep -q 'ok installed' || \
	  missing="$$missing $$package"; done; [ -z "$$missing" ] || { sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; }
	@BUILD=$(OUT) tests/cluster/cluster.sh $(if $(UPDATE),--update)

ZOO_PACKAGES = python3-torch python3-mpmath libboost-dev libeigen3-dev libceres-dev libadolc-dev
.PHONY: zoo-deps
zoo-deps: ## the libraries of tests/zoo, by apt and by npm into build/zoo: they are large
	@sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; $$sudo apt-get update -qq; for package in $(ZOO_PACKAGES); do \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$package; done
	mkdir -p $(BUILD)/zoo && npm install --silent --no-fund --no-audit --prefix $(BUILD)/zoo mathjs@15.2.0 @tensorflow/tfjs@4.22.0

.PHONY: zoo
zoo: all ## campaigns on all functions of the installed libraries, compared with tests/zoo/*/expected; and the whole table of judging
	@failed=0; for library in torch mathjs tfjs boost eigen ceres adolc; do tests/zoo/zoo.py --check $$library || failed=1; done; \
	  tests/zoo/confirm.py || failed=1; tests/judging/run.sh || failed=1; exit $$failed

SYSTEMS  =
PROGRAMS = 10000
.PHONY: systems
systems: all ## whole systems: SYSTEMS="torch: adolc" by apt, npm and git (default: those installed; with : all variants), PROGRAMS=10000 of each of four scopes; writes tests/systems/RESULTS.md
	@missing=""; for package in $$([ -z "$(SYSTEMS)" ] || tests/systems/systems.py --packages $(SYSTEMS)); do \
	  dpkg-query -W -f '$${Status}' $$package 2> /dev/null | grep -q 'ok installed' || missing="$$missing $$package"; done; \
	[ -z "$$missing" ] || { sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; $$sudo apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; }
	@npm=$$([ -z "$(SYSTEMS)" ] || tests/systems/systems.py --npm $(SYSTEMS)); [ -z "$$npm" ] || \
	  { mkdir -p $(BUILD)/zoo && npm install --silent --no-fund --no-audit --prefix $(BUILD)/zoo $$npm; }
	@[ -z "$(SYSTEMS)" ] || tests/systems/systems.py --sources $(SYSTEMS)
	@PATH=$(abspath $(OUT)):$$PATH PROGRAMS=$(PROGRAMS) tests/systems/systems.py $(SYSTEMS)

.PHONY: install
install: all ## adjudge, adjudge-check, manual pages, completions, headers, adjudge.pc, adapters, an example, to PREFIX
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/bin $(OUT)/adjudge $(OUT)/adjudge-check
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/lib/adjudge $(OUT)/adjudge-c
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 verify/certificates/adjudge-check.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/vim/vimfiles/syntax semantics/text/editor/adjudge.vim
	mkdir -p $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	$(OUT)/adjudge manual > $(DESTDIR)$(PREFIX)/share/man/man1/adjudge.1
	$(OUT)/adjudge completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/adjudge
	$(OUT)/adjudge completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_adjudge
	$(OUT)/adjudge completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/adjudge.fish
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/include verify/primitive/adjudge.h verify/primitive/adjudge.hpp
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/adjudge verify/primitive/adjudge_rule.py verify/primitive/adjudge_rule.js
	for file in $$(find tests/zoo -type f ! -name run.sh ! -name '*.pyc'); do \
	  install -D -m 755 $$file $(DESTDIR)$(PREFIX)/share/adjudge/$${file#tests/}; done
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/adjudge/example tests/campaigns/c/softplus.prim tests/campaigns/c/softplus.c
	mkdir -p $(DESTDIR)$(PREFIX)/lib/pkgconfig
	printf '%s\n' 'Name: adjudge' 'Description: rules in C for adjudge campaign' 'Version: $(VERSION)' \
	  'Cflags: -I$(PREFIX)/include' > $(DESTDIR)$(PREFIX)/lib/pkgconfig/adjudge.pc

.PHONY: deb
deb: all ## Debian packages in build/deb: adjudge, libadjudge-dev, adjudge-doc
	+@BUILD=$(OUT) .ci/deb

.PHONY: libraries
libraries: # what the tests that build by themselves link with
	@echo $(LDLIBS)

.PHONY: sanitizers
sanitizers: # and how clang is asked for its sanitizers
	@echo clang $(FLAGS_clang)

.PHONY: clean
clean: ## remove what was built
	rm -rf $(BUILD)

.PHONY: help
help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18
