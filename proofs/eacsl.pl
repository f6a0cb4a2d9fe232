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
#        proofs/eacsl.pl --tests TEST...   unit tests, unchanged, on functions with their contracts compiled in
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
# E-ACSL's memory model needs a certain layout of the address space, which is drawn at random: such a run is no run.
sub run {
  my ($command) = @_;
  my ($good, $log);
  for (1 .. 20) {
    ($good, $log) = output("timeout 120 $command");
    last unless $log =~ /Unsupported TLS area/;
  }
  return ($good, $log);
}
sub output { my ($command) = @_; my $text = `$command 2>&1`; return ($? == 0, $text); }

chomp(my $share = `frama-c -print-share-path`);
my ($memory) = split /\n/, `find /usr/lib /usr/share "$share" -name libeacsl-dlmalloc.a 2> /dev/null`;
die "E-ACSL's library is not installed: make deps\n" unless defined $memory;
my %kernel = map { $_ => 1 } grep { !m{/arena[^/]*$} } split ' ', slurp('proofs/kernel');

# The file, and the files of the kernel that it includes.
sub included {
  my @files = @_;
  my %known = map { $_ => 1 } @files;
  for my $file (@files) {
    for my $next (slurp($file) =~ /^#include "([^"]+\.[ch])"/mg) { push @files, $next if -f $next && !$known{$next}++; }
  }
  return grep { $kernel{$_} || /^proofs/ } @files;
}

# The unit's sources with contracts that E-ACSL compiles, and errors planted in them.
sub translate {
  my ($source, $folder, @plants) = @_;
  remove_tree($folder);
  (%logic, %predicate) = ();
  forget_fields();
  @clauses = @functions = ();
  my @logic = (slurp($source) =~ m{"(proofs/logic/\w+\.acsl)"}g, 'proofs/eacsl/executable.acsl');
  push @logic, grep { -f } $source =~ s{^proofs/laws/(\w+)\.c$}{proofs/eacsl/$1.acsl}r;
  read_logic($_, slurp($_)) for @logic;
  mark_in_c(join('', map { slurp($_) } grep { -f } $source =~ s{^proofs/laws/}{proofs/eacsl/logic/}r));
  $logic{$_}{by_hand} = 1 for grep { $logic{$_} && $logic{$_}{file} ne 'proofs/logic/terms.acsl' } keys %by_hand;
  spill("$folder/$_", translate_logic($_, slurp($_))) for @logic;
  # the types that the source's logic is about may be declared in a file without contracts
  my @files = included($source);
  read_fields(slurp($_)) for @files, grep { -f } slurp($source) =~ /^#include "([^"]+\.h)"/mg;
  for my $file (@files) {
    my $text = slurp($file);
    for my $plant (grep { $_->{file}[0] eq $file } @plants) {
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

# Clauses that E-ACSL does not compile: it makes no check of them; its log has the reason.
sub left_out {
  my ($folder, $log, $place, $text) = @_;
  my %checked;
  $checked{"$1:$2"} = 1 while $text =~ /\.file = "([^"]+)";\s*\S+\.fct = "[^"]+";\s*\S+\.line = (\d+);/g;
  for (grep { !$checked{$_} } keys %$place) { $clauses[$place->{$_}]{left_out} = 'E-ACSL makes no check of it'; }
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

# The C text of a driver with the contracts of what $source includes, all compiled in.
sub instrument {
  my ($source, $driver, $folder, @plants) = @_;
  my ($logic, $place) = translate($source, $folder, @plants);
  (my $name = $driver) =~ s{^.*/|\.c$}{}g;
  for my $file ($driver, 'proofs/eacsl/support.acsl') { spill("$folder/$file", slurp($file)) unless -f "$folder/$file"; }
  # the arena's contracts speak of the addresses of all that is handed out, which is not to be run
  spill("$folder/semantics/memory/arena.h", slurp('semantics/memory/arena.h') =~ s{/\*@.*?\*/}{}sgr);
  my $defines = "-std=c99 -D_DEFAULT_SOURCE -D__NO_CTYPE -D__FC_MACHDEP_X86_64 -m64 -DADJUDGE_EACSL -I. -I$root/proofs/include -I$root";
  my ($good, $log) = output("cd '$folder' && frama-c -machdep gcc_x86_64 -no-frama-c-stdlib -variadic-no-translation "
    . "-cpp-extra-args='$defines' $driver -e-acsl -e-acsl-full-mtracking -e-acsl-share='$share/e-acsl' "
    . "-then-last -print -ocode '$folder/$name.e.c'");
  spill("$folder/$name.log", $log);
  die "E-ACSL does not translate it, see $folder/$name.log\n" unless $good && -f "$folder/$name.e.c";
  left_out($folder, $log, $place, slurp("$folder/$name.e.c"));
  my ($text, $joined) = join_logic(slurp("$folder/$name.e.c"));
  my @own = grep { -f } map { "proofs/eacsl/logic/$_.c" } $name eq 'kernel' ? ('kernel', 'power') : $name;
  my @files = grep { $_ ne 'proofs/eacsl/executable.acsl' } @$logic;
  # a scope of T-EVAL has 32 bits for each identifier, and a hash is multiplied before it is cut to a word
  my $integer = $name eq 'eval' || grep({ a_word($_) } keys %logic) ? '__int128' : 'int64_t';
  return $text . "typedef unsigned long uint64_t;\ntypedef long int64_t;\ntypedef $integer integer;\n" . c_declarations(@files)
    . join('', map { slurp($_) } 'proofs/eacsl/logic/memory.c', @own) . c_logic(@files) . $joined;
}

sub compile {
  my ($folder, $name, $what) = @_;
  my ($good, $log) = output("gcc -w -O1 -no-pie -fno-builtin -fno-merge-constants -DE_ACSL_SEGMENT_MMODEL "
    . "-DE_ACSL_STACK_SIZE=32 -DE_ACSL_HEAP_SIZE=1024 -I'$share/e-acsl' $what -o '$folder/$name'");
  spill("$folder/$name.gcc.log", $log);
  die "it does not compile, see $folder/$name.gcc.log\n" unless $good;
  return "$folder/$name";
}

# Builds the campaign of a unit; the answer is its program.
sub build {
  my ($unit, $folder, @plants) = @_;
  spill("$folder.run.c", instrument("proofs/laws/$unit.c", "proofs/eacsl/$unit.c", $folder, @plants));
  return compile($folder, $unit, "'$folder.run.c' '$share/e-acsl/e_acsl_rtl.c' '$library' '$memory' -lgmp -lm -lpthread "
    . '-Wl,--unresolved-symbols=ignore-all'); # the library's functions, which no campaign calls
}

sub stopped { # whether a run is stopped by a contract
  my ($program, @arguments) = @_;
  my ($good, $log) = run("$program @arguments");
  return !$good && $log =~ /The failing predicate is:\s*\n\s*([^\n]*)/ ? ($log =~ /in function '?(\w+)|In function '(\w+)'/i ? $+ : '?') : undef;
}

sub settings {
  my ($file) = @_;
  my %settings = (name => $file =~ s{^.*/|\.plant$}{}gr);
  for (split /\n/, slurp($file)) { push @{$settings{$1}}, $2 if /^(\w+): (.*)$/; }
  return \%settings;
}

# The units of a campaign: its own, and those that it names, where a source has several.
sub units_of {
  my ($unit) = @_;
  return ($unit, slurp("proofs/eacsl/$unit.c") =~ m{^// also the unit (\w+)$}mg);
}

# Functions of the units with contracts, other than ghost functions, that the campaign has not called.
sub uncalled {
  my ($unit, $log) = @_;
  my %called = map { $functions[$_] => 1 } $log =~ /^function (\d+) /mg;
  my %known = map { $_ => 1 } @functions;
  my @list = map { slurp("proofs/units/$_.unit") =~ /^functions: (.*)$/m ? split /,/, $1 : () } units_of($unit);
  return grep { $known{$_} && !$called{$_} } @list;
}

my $failed = 0;
sub run_unit {
  my ($unit) = @_;
  unlink "$build/$unit.result";
  my $program = build($unit, "$build/$unit");
  my @mine = grep { defined } @clauses;
  my ($good, $log) = run($program);
  print $log =~ s/^(?=.)/  /gmr unless $good;
  die "a contract does not hold\n" unless $good;
  my ($calls) = $log =~ /(\d+) calls/ or die "the campaign does not say how many calls it made\n";
  my @bad = map { "never called: $_" } uncalled($unit, $log);
  my $requires = grep { $_->{clause} =~ /^requires/ } @mine;
  !$requires || defined stopped($program, 'forbidden') or push @bad, 'a forbidden call is not stopped';
  my $compiled = grep { !defined $_->{left_out} } @mine;
  spill("$build/$unit.clauses", join('', map { "$_->{file} $_->{function}: $_->{clause}: " . ($_->{left_out} // 'compiled') . "\n" } @mine));
  my @plants = map { plants($_) } units_of($unit);
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
  printf "E-ACSL: %d units, %d of %d clauses of contracts compiled, %d calls checked over F_p and doubles, "
    . "%d planted errors stopped\n",
    scalar(@units), scalar(grep { $_ eq 'compiled' } values %clauses), scalar(keys %clauses), $sum[0], $sum[1];
  my %run = map { $_ => 1 } map { units_of(s{^.*/|\.result$}{}gr) } @units;
  my @not = grep { !$run{$_} } map { s{^.*/|\.unit$}{}gr } grep { slurp($_) =~ /^functions:/m } glob 'proofs/units/*.unit';
  print 'E-ACSL: units without a campaign: ', join(', ', @not), "\n" if @not;
}

$| = 1;
-f $library or die "$library: make it first\n";
# ---- unit tests, unchanged, with the functions of proofs/eacsl/tests/kernel.c in place of the product's

my @plain = qw(semantics/rings/dense.c semantics/rings/products.c semantics/straight/straight.c semantics/dualnum/gradient.c
  semantics/dualnum/sweep.c verify/battery/verdict.c);
# Tests of the functions of headers, and what they test that calls those: all other code keeps its own.
my %of_headers = map { $_ => 1 } qw(test_rings test_simplify);
my @calling = qw(semantics/rings/ring_field.c ad/simplify/algebra.c);

sub test_objects {
  my ($folder, @plants) = @_;
  my $text = instrument('proofs/eacsl/tests/kernel.c', 'proofs/eacsl/tests/kernel.c', $folder, @plants);
  # what E-ACSL does on entry to main is done before the tests
  $text =~ s/\nint main\(void\)\n\{(.*?)\n\}\n//s or die "no main\n";
  my $main = $1;
  $main =~ s/^[^\n]*__e_acsl_(globals_delete|memory_clean)\(\);\n//mg;
  $text .= "__attribute__((constructor)) static int tests_begin(void)\n{$main\n}\n"
    . "__attribute__((destructor)) static void tests_end(void) { tests_report(); }\n";
  spill("$folder/kernel.run.c", $text);
  compile($folder, 'kernel.o', "-c '$folder/kernel.run.c'");
  compile($folder, 'rtl.o', "-c '$share/e-acsl/e_acsl_rtl.c'");
  my $names = join ' ', map { "-D$_=plain_$_" } slurp('proofs/eacsl/tests/kernel.c') =~ /^#undef (\w+)/mg;
  my @headers;
  my @objects = ("'$folder/kernel.o'", "'$folder/rtl.o'");
  for my $file (@plain) {
    (my $object = $file) =~ s{^.*/(\w+)\.c$}{plain_$1.o};
    compile($folder, $object, "-I. -D_DEFAULT_SOURCE $names -c $file");
    push @objects, "'$folder/$object'";
  }
  for my $file (@calling) {
    (my $object = $file) =~ s{^.*/(\w+)\.c$}{calling_$1.o};
    compile($folder, $object, "-I. -D_DEFAULT_SOURCE -include proofs/eacsl/tests/headers.h -c $file");
    push @headers, "'$folder/$object'";
  }
  return (join(' ', @objects), join(' ', @objects, @headers));
}

chomp(my $libraries = `make -s libraries`);
sub build_test {
  my ($test, $folder, $objects) = @_;
  my $headers = $of_headers{$test} ? '-include proofs/eacsl/tests/headers.h' : '';
  return compile($folder, $test, "-I. -D_DEFAULT_SOURCE $headers tests/unit/$test.c tests/quality/rule_hits.c $objects "
    . "'$library' -lcmocka $libraries '$memory' -lpthread");
}

# The plants of a unit, or of all units, in the product's code.
sub plants {
  my ($unit) = @_;
  return grep { (!defined $unit || $_->{unit}[0] eq $unit) && $_->{file}[0] =~ /^(semantics|ad|verify)/ } map { settings($_) }
    sort glob('proofs/must_fail/*.plant'), glob('proofs/eacsl/plants/*.plant');
}

# Runs tests on the product's functions; with errors planted in all of them a contract must stop each test.
sub run_tests {
  my @tests = @_;
  my $folder = "$build/tests";
  my @objects = test_objects($folder);
  my @names = @functions;
  my %plain = map { $_ => 1 } @plain;
  my @planted = ((test_objects("$folder.planted", grep { $plain{$_->{file}[0]} } plants()))[0],
    (test_objects("$folder.headers", grep { $_->{file}[0] =~ /\.h$/ } plants()))[1]);
  my %called;
  for my $test (@tests) {
    my $which = $of_headers{$test} ? 1 : 0;
    my ($good, $log) = run(build_test($test, $folder, $objects[$which]));
    spill("$folder/$test.out", $log);
    my ($calls) = $log =~ /(\d+) calls/;
    my ($unchecked) = $log =~ /(\d+) unchecked/;
    my ($passed) = $log =~ /\[  PASSED  \] (\d+) test/;
    die "$test fails, see $folder/$test.out\n" unless $good && defined $calls;
    die "$test checks no call\n" unless $calls;
    $called{$names[$_]} = 1 for $log =~ /^function (\d+) /mg;
    my $by = stopped(build_test($test, "$folder." . ($which ? 'headers' : 'planted'), $planted[$which])) // die "$test is not stopped with planted errors\n";
    printf "  %-18s %2d tests passed, %7d calls checked, %5d not (another ring, or too large), planted errors stopped by %s\n",
      $test, $passed, $calls, $unchecked, $by;
  }
  my @not = grep { !$called{$_} } slurp('proofs/eacsl/tests/kernel.c') =~ /^#undef (\w+)/mg,
    slurp('proofs/eacsl/tests/headers.h') =~ /^#define (\w+) checked/mg;
  print "  not called by these tests over F_p, but by the campaigns: " . join(', ', @not) . "\n" if @not;
}

if (@ARGV && $ARGV[0] eq '--summary') { summary(); exit 0; }
if (@ARGV && $ARGV[0] eq '--tests') {
  shift @ARGV;
  eval { run_tests(@ARGV); 1 } or do { print "  unit tests: $@"; exit 1; };
  exit 0;
}
my @units = @ARGV ? @ARGV : map { s{^.*/|\.c$}{}gr } sort glob 'proofs/eacsl/*.c';
for my $unit (@units) {
  eval { run_unit($unit); 1 } or do { print "  $unit: $@"; $failed++; };
}
exit($failed ? 1 : 0);
