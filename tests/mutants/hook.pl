#!/usr/bin/perl
# The table of primitives through a hook: ADJUDGE_RULE is "NAME:d:text" or "NAME:t:text", the derivative or the transposed
# derivative of the operation NAME of ops.def.  usage: tests/mutants/hook.pl semantics/tables/ops.c
use strict;
use warnings;

open(my $in, '<', $ARGV[0]) or die "$ARGV[0]: $!\n";
my $text = do { local $/; <$in> };
my $hook = <<'END';
static const OpInfo *planted(const char *name, const OpInfo *info) {
  static OpInfo changed;
  const char *rule = getenv("ADJUDGE_RULE");
  size_t length = strlen(name);
  if (rule == NULL || strncmp(rule, name, length) != 0 || rule[length] != ':') return info;
  changed = *info;
  if (rule[length + 1] == 'd') changed.derivative = rule + length + 3;
  else changed.transpose = rule + length + 3;
  return &changed;
}
const OpInfo *op_info(OpCode code) {
  static const char *const codes[OP_CODE_COUNT] = {
#define OP(code, name, shape, derivative, transpose, domain, kinks) [OP_##code] = #code,
#include "semantics/tables/ops.def"
#undef OP
  };
END
my ($before, $function) = $text =~ /^(.*?)const OpInfo \*op_info\(OpCode code\) \{(.*)$/s or die "op_info has another form\n";
$function =~ s|return &infos\[code\];|return planted(codes[code], &infos[code]);| or die "op_info returns otherwise\n";
$text = "$before$hook$function";
print "#include <stdlib.h>\n#include <string.h>\n$text";
