#!/usr/bin/perl
# Compiles the kernel's contracts into its code (E-ACSL) and runs it.
#
# For each unit of proofs/eacsl/*.c, a campaign on small inputs over F_p and over doubles: every call must keep
# every contract; a call that a contract forbids must be stopped; and with each error that proofs/must_fail or
# proofs/eacsl/plants has for the unit's code, a contract must stop the campaign.
#
# A clause that is not compiled is printed with the reason; all of them are in build/proofs/eacsl/UNIT.clauses.
#
# usage: proofs/eacsl.pl [UNIT...]
#        proofs/eacsl.pl --summary   the totals of the last runs
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use Cwd qw(getcwd);
require './proofs/eacsl/contracts.pl';

our (%logic, %predicate, @clauses, @functions);
my $root = getcwd();
my $build = "$root/" . ($ENV{BUILD} // 'build') . '/proofs/eacsl';
my $library = "$root/" . ($ENV{BUILD} // 'build') . '/libadjudge.a';
my %by_hand = map { $_ => 1 } qw(value radd rmul rneg rank meaning madd power);

sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
sub spill {
  my ($file, $text) = @_;
  (my $folder = $file) =~ s{/[^/]*$}{};
  make_path($folder);
  open(my $out, '>', $file) or die "$file: $!\n";
  print $out $text;
  close $out;
}
sub output { my ($command) = @_; my $text = `$command 2>&1`; return ($? == 0, $text); }

chomp(my $share = `frama-c -print-share-path`);
my ($memory) = split /\n/, `find /usr/lib /usr/share "$share" -name libeacsl-dlmalloc.a 2> /dev/null`;
die "E-ACSL's library is not installed: make deps\n" unless defined $memory;
my %kernel = map { $_ => 1 } split ' ', slurp('proofs/kernel');

# The file, and the files of the kernel that it includes.
sub included {
  my @files = @_;
  my %known = map { $_ => 1 } @files;
  for my $file (@files) {
    for my $next (slurp($file) =~ /^#include "([^"]+\.[ch])"/mg) { push @files, $next if -f $next && !$known{$next}++; }
  }
  return grep { $kernel{$_} || /^proofs/ } @files;
}

# The unit's sources with contracts that E-ACSL compiles, an error planted in one of them if $plant is one.
sub translate {
  my ($unit, $folder, $plant) = @_;
  remove_tree($folder);
  (%logic, %predicate) = ();
  @clauses = @functions = ();
  my $laws = slurp("proofs/laws/$unit.c");
  my @logic = ($laws =~ m{"(proofs/logic/\w+\.acsl)"}g, 'proofs/eacsl/executable.acsl');
  read_logic($_, slurp($_)) for @logic;
  $logic{$_}{by_hand} = 1 for grep { $logic{$_} } keys %by_hand;
  spill("$folder/$_", translate_logic($_, slurp($_))) for @logic;
  my @files = included("proofs/laws/$unit.c");
  for my $file (@files) {
    my $text = slurp($file);
    if ($plant && $plant->{file}[0] eq $file) {
      for my $i (0 .. $#{$plant->{from}}) {
        my ($from, $to) = map { $_->[$i] =~ s/\\n/\n/gr } $plant->{from}, $plant->{to};
        $text =~ s/\Q$from\E/$to/ or die "the text to change is not in $file: $from\n";
      }
    }
    spill("$folder/$file", translate_code($file, $text));
  }
  my %place;
  for my $file (@files) {
    my $line = 0;
    for (split /\n/, slurp("$folder/$file")) { $line++; $place{"$file:$line"} = $1 if m{// clause (\d+)}; }
  }
  return (\@logic, \%place);
}

# Clauses that E-ACSL does not compile, by its log.
sub left_out {
  my ($folder, $log, $place) = @_;
  while ($log =~ /^\[e-acsl\] (\S+):(\d+): Warning:\s*\n?\s*(.*?)\n(?=\[|\z)/msg) {
    my ($file, $line, $why) = ($1, $2, $3);
    next unless $why =~ /Ignoring annotation/;
    $file =~ s{^\Q$folder\E/}{};
    my $number = $place->{"$file:$line"};
    $why =~ s/\s+/ /g;
    $why =~ s/E-ACSL construct `(.*?)' is not yet supported\. Ignoring annotation\..*/E-ACSL: $1/;
    if (defined $number) { $clauses[$number]{left_out} = $why; } else { push @clauses, {file => $file, function => "line $line", clause => '?', left_out => $why}; }
  }
}

# Builds the campaign of a unit; the answer is its program.
sub build {
  my ($unit, $folder, $plant) = @_;
  my ($logic, $place) = translate($unit, $folder, $plant);
  spill("$folder/proofs/eacsl/$_", slurp("proofs/eacsl/$_")) for "$unit.c", 'support.acsl';
  my $defines = "-std=c99 -D_DEFAULT_SOURCE -D__NO_CTYPE -D__FC_MACHDEP_X86_64 -m64 -I. -I$root/proofs/include -I$root";
  my ($good, $log) = output("cd '$folder' && frama-c -machdep gcc_x86_64 -no-frama-c-stdlib -variadic-no-translation "
    . "-cpp-extra-args='$defines' proofs/eacsl/$unit.c -e-acsl -e-acsl-full-mtracking -e-acsl-share='$share/e-acsl' "
    . "-then-last -print -ocode '$folder/$unit.e.c'");
  spill("$folder/$unit.log", $log);
  die "E-ACSL does not translate it, see $folder/$unit.log\n" unless $good && -f "$folder/$unit.e.c";
  left_out($folder, $log, $place);
  my ($text, $joined) = join_logic(slurp("$folder/$unit.e.c"));
  my $own = -f "proofs/eacsl/logic/$unit.c" ? slurp("proofs/eacsl/logic/$unit.c") : '';
  my @files = grep { $_ ne 'proofs/eacsl/executable.acsl' } @$logic;
  spill("$folder/$unit.run.c", $text . "typedef unsigned long uint64_t;\ntypedef long int64_t;\n" . c_declarations(@files) . slurp('proofs/eacsl/logic/memory.c') . $own . c_logic(@files) . $joined);
  ($good, $log) = output("gcc -w -O1 -no-pie -fno-builtin -fno-merge-constants -DE_ACSL_SEGMENT_MMODEL -DE_ACSL_STACK_SIZE=32 "
    . "-DE_ACSL_HEAP_SIZE=128 -I'$share/e-acsl' '$folder/$unit.run.c' '$share/e-acsl/e_acsl_rtl.c' '$library' "
    . "'$memory' -lgmp -lm -lpthread -o '$folder/$unit'");
  spill("$folder/$unit.gcc.log", $log);
  die "it does not compile, see $folder/$unit.gcc.log\n" unless $good;
  return "$folder/$unit";
}

sub stopped { # whether a run is stopped by a contract
  my ($program, @arguments) = @_;
  my ($good, $log) = output("timeout 60 $program @arguments");
  return !$good && $log =~ /The failing predicate is:\s*\n\s*([^\n]*)/ ? ($log =~ /in function '?(\w+)|In function '(\w+)'/i ? $+ : '?') : undef;
}

sub settings {
  my ($file) = @_;
  my %settings = (name => $file =~ s{^.*/|\.plant$}{}gr);
  for (split /\n/, slurp($file)) { push @{$settings{$1}}, $2 if /^(\w+): (.*)$/; }
  return \%settings;
}

# Functions of the unit with contracts, other than ghost functions, that the campaign has not called.
sub uncalled {
  my ($unit, $log) = @_;
  my %called = map { $functions[$_] => 1 } $log =~ /^function (\d+) /mg;
  my %known = map { $_ => 1 } @functions;
  my ($list) = slurp("proofs/units/$unit.unit") =~ /^functions: (.*)$/m;
  return grep { $known{$_} && !$called{$_} } split /,/, $list;
}

my $failed = 0;
sub run_unit {
  my ($unit) = @_;
  unlink "$build/$unit.result";
  my $program = build($unit, "$build/$unit");
  my @mine = grep { defined } @clauses;
  my ($good, $log) = output("timeout 120 $program");
  print $log =~ s/^(?=.)/  /gmr unless $good;
  die "a contract does not hold\n" unless $good;
  my ($calls) = $log =~ /(\d+) calls/ or die "the campaign does not say how many calls it made\n";
  my @bad = map { "never called: $_" } uncalled($unit, $log);
  my $requires = grep { $_->{clause} =~ /^requires/ } @mine;
  !$requires || defined stopped($program, 'forbidden') or push @bad, 'a forbidden call is not stopped';
  my $compiled = grep { !defined $_->{left_out} } @mine;
  spill("$build/$unit.clauses", join('', map { "$_->{file} $_->{function}: $_->{clause}: " . ($_->{left_out} // 'compiled') . "\n" } @mine));
  my @plants = grep { $_->{unit}[0] eq $unit && $_->{file}[0] =~ /^(semantics|ad|verify)/ } map { settings($_) }
    sort glob('proofs/must_fail/*.plant'), glob('proofs/eacsl/plants/*.plant');
  for my $plant (@plants) {
    my $planted = build($unit, "$build/$unit.$plant->{name}", $plant);
    push @bad, "not stopped: $plant->{name}" unless defined stopped($planted);
  }
  printf "  %-9s %3d of %3d clauses compiled, %7d calls checked, %s, %d planted errors stopped\n", $unit, $compiled,
    scalar(@mine), $calls, $requires ? 'a forbidden call stopped' : 'no call is forbidden', scalar(@plants) - grep { /^not stopped/ } @bad;
  print "    not compiled: $_->{function} $_->{clause} ($_->{file}): $_->{left_out}\n" for grep { defined $_->{left_out} } @mine;
  die join("\n", @bad) . "\n" if @bad;
  spill("$build/$unit.result", "$calls " . @plants . "\n");
}

sub summary {
  my (%clauses, @sum);
  my @units = glob "$build/*.result";
  for (@units) { my @n = split ' ', slurp($_); $sum[$_] += $n[$_] for 0 .. $#n; }
  for (map { s/result$/clauses/r } @units) { /^(.*): (.*)$/ and $clauses{$1} = $2 for split /\n/, slurp($_); }
  printf "E-ACSL: %d units, %d of %d clauses of contracts compiled, %d calls checked over F_p and doubles, %d planted errors stopped\n",
    scalar(@units), scalar(grep { $_ eq 'compiled' } values %clauses), scalar(keys %clauses), $sum[0], $sum[1];
}

$| = 1;
-f $library or die "$library: make it first\n";
if (@ARGV && $ARGV[0] eq '--summary') { summary(); exit 0; }
my @units = @ARGV ? @ARGV : map { s{^.*/|\.c$}{}gr } sort glob 'proofs/eacsl/*.c';
for my $unit (@units) {
  eval { run_unit($unit); 1 } or do { print "  $unit: $@"; $failed++; };
}
exit($failed ? 1 : 0);
