#!/usr/bin/perl
# Writes WP's share folder into the folder given, its theories without the
# declarations that mention a symbol listed below.  Every goal is sent to the provers
# with the whole of the theories it uses: what none of them needs was half of its text.
#
# To leave an axiom or a lemma out can only lose proofs.  A goal that does mention a
# symbol left out is refused by Why3, and so not proved.
# usage: proofs/provers/theories.pl SHARE OUT
use strict;
use warnings;
use File::Path qw(make_path);

my %unused = map { $_ => 1 } qw(
  addr_le addr_lt addr_le_bool addr_lt_bool valid_obj valid_string
  is_init_range set_init monotonic_init
  int_of_addr addr_of_int table table_of_base table_to_offset
  is_uint16 is_sint16 to_sint8 to_uint16 to_sint16 to_sint32 to_sint64 max_uint16 max_sint16
  is_uint is_sint to_uint to_sint two_power_abs is_bool0 is_bool1
  proj_uint32 proj_uint64
  bit_test bit_testb land lor lnot lsl
  zlt zleq rlt rleq eqb neqb
  cdiv_neutral cdiv_inv cdiv_closed_remainder
);

# The theory's text as its declarations, and what stands before and after.
sub pieces { my ($text) = @_; return split /(?=^ *(?:use|type|predicate|function|constant|axiom|lemma|meta|end)\b)/m, $text; }

# What mentions nothing left out; the name of what does is left out too.
sub needed {
  my ($piece) = @_;
  return 1 if $piece =~ /^ *(?:use|end)\b/ || $piece =~ /^\s*theory/m || !grep { $unused{$_} } $piece =~ /[A-Za-z_]\w*/g;
  $unused{$1} = 1 if $piece =~ /^ *(?:axiom|lemma) *(\w+)/;
  return 0;
}

my ($share, $out) = @ARGV;
my $theories = 'why3/frama_c_wp';
make_path("$out/$theories");
for my $file (glob("$share/wp.driver $share/$theories/*.mlw")) {
  open(my $in, '<', $file) or die "$file: $!\n";
  my $text = do { local $/; <$in> };
  if ($file =~ /\.mlw$/) {
    $text =~ s/\(\*(?!\)).*?\*\)//gs;
    $text = join('', grep { needed($_) } pieces($text));
  }
  (my $name = $file) =~ s{^\Q$share\E/}{};
  # At once, as others may be reading it.
  open(my $to, '>', "$out/$name.$$") or die "$out/$name: $!\n";
  print $to $text;
  close $to;
  rename "$out/$name.$$", "$out/$name" or die "$out/$name: $!\n";
}
