# Adjudge: reference semantics and verifier for automatic differentiation.
#
#   make deps verify   install what is needed (Debian), then the main job
#   make deps test     the tests
#   make help          every target

CC       = gcc
BUILD   ?= build
PREFIX  ?= /usr/local
JOBS    ?= $(shell nproc)
MODE    ?= release

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wswitch-enum -Wmissing-prototypes -Werror
FLAGS_release = -O2 -g
FLAGS_asan    = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS  ?=
ALL_CFLAGS = -std=c11 -D_DEFAULT_SOURCE -I. $(WARNINGS) $(FLAGS_$(MODE)) $(CFLAGS)
LDLIBS   = -ljansson -lgmp -lm

OUT      = $(BUILD)$(if $(filter-out release,$(MODE)),/$(MODE))
SOURCES  = $(sort $(wildcard semantics/*/*.c ad/*.c ad/*/*.c verify/*.c verify/*/*.c))
MAIN     = verify/cli/main.c
OBJECTS  = $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out $(MAIN),$(SOURCES)))
TESTS    = $(sort $(wildcard tests/unit/test_*.c))
TEST_BINARIES = $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(TESTS))

.PHONY: all
all: $(OUT)/adjudge

$(OUT)/adjudge: $(OUT)/obj/verify/cli/main.o $(OUT)/libadjudge.a
	$(CC) $(FLAGS_$(MODE)) $(CFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/libadjudge.a: $(OBJECTS)
	rm -f $@
	ar rcs $@ $^

$(OUT)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(OUT)/tests/%: tests/unit/%.c $(OUT)/libadjudge.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(OUT)/libadjudge.a -lcmocka $(LDLIBS)

.PHONY: unit
unit: $(TEST_BINARIES)
	@for test in $(TEST_BINARIES); do $$test || exit 1; done

-include $(OBJECTS:.o=.d) $(OUT)/obj/verify/cli/main.d $(TEST_BINARIES:=.d)
