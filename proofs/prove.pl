#!/usr/bin/perl
# Proves the units of proofs/units, and asks of each planted error in
# proofs/must_fail that it is not proved.
#
# A unit is a file of lines "key: value":
#   theorem    the theorem's ID
#   says       what it states, a sentence
#   paper      the rule or figure that the functions implement
#   source     the translation unit: logic, and the product's own code
#   functions  the functions to prove, comma separated (all others keep their contract and no more)
#   statement  those of them whose contracts are the theorem, for the page of reviewers
#   define     macros for the proof
#   provers, timeout, model    where they differ from the defaults below
#   options    further options of WP
#   gap        GOAL REASON: a goal that is not proved, known and counted; may be repeated
# Frama-C proves the functions with run-time checks, where recursive logic is known by its equations alone.
# A unit without functions is one of logic: with -DREALIZE each equation is a lemma about an explicit definition.
#
# A goal that is not proved by the unit's first prover has a script beside the committed answers (of one step, the
# prover), so that a replay looks for no answers of the others, and that a cold run asks it before the others. It says
# whom to ask and is no answer.
#
# A planted error is such a file too, with
#   what       a sentence
#   unit       the unit that must fail
#   file, from, to   the text that stands in the file exactly once, and what it becomes
#   goal       a pattern: a goal of that name must be unproved
#
# usage: proofs/prove.pl [--replay|--cold] [UNIT.unit | ERROR.plant]...
#   --replay   every goal is made anew and looked up among the committed answers; runs no prover, no smoke tests and no
#              planted errors
#   --cold     without the committed answers
#   --sample N SEED   the provers are asked again about N functions that the seed draws, without the committed answers
# JOBS is the number of units replayed at a time, PAR that of provers asked at a time; two unless they are set.
# usage: proofs/prove.pl --list    the units, those of most goals first, so that none of them comes last and alone
use strict;
use warnings;
use JSON::PP;
use File::Path qw(make_path remove_tree);
use Digest::MD5 qw(md5_hex);
use Time::HiRes qw(time);
use Cwd qw(getcwd);

my $root = getcwd();
my $build = "$root/" . ($ENV{BUILD} // 'build') . '/proofs';
my $cache = 'cleanup';
my $default_provers = 'z3n,cvc5n,z3,cvc5';
my $smoke_steps = 400000; # of Z3: about a third of a second
my $failed = 0;

sub settings { # file: a hash of lists
  my ($file) = @_;
  my %settings;
  open(my $in, '<', $file) or die "$file: $!\n";
  while (<$in>) { push @{$settings{$1}}, $2 if /^(\w+): (.*)$/; }
  return \%settings;
}

sub one { my ($settings, $key, $default) = @_; return $settings->{$key} ? $settings->{$key}[0] : $default; }

sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }

sub spill { my ($file, $text) = @_; open(my $out, '>', $file) or die "$file: $!\n"; print $out $text; close $out; }

# Runs Frama-C on a unit; the answer has goals{name} = {valid, provers, ms} and smoke tests likewise.
sub run_wp {
  my ($unit, $session, $out, $folder, @options) = @_;
  my $report = "$out.json";
  make_path($session);
  unlink $report;
  # Only the plug-ins used are loaded (the garbage collector goes through the memory of every one), and idle.ml, for which
  # see there, and WP's theories without what no goal needs (theories.pl); committed answers are looked up one prover after
  # another, as each look-up writes the whole goal. No goal masks bits.
  my @command = ('frama-c', '-no-autoload-plugins', '-load-module', "rtegen,wp,$build/provers/idle.cmxs", '-wp', '-wp-rte',
    '-wp-share', "$build/provers/share", '-wp-no-simplify-land-mask', '-wp-model', one($unit, 'model', 'Typed'),
    '-wp-prover', ($cache eq 'cleanup' ? '' : 'script,') . join(',', provers($unit)),
    '-wp-timeout', one($unit, 'timeout', 15), '-wp-par', $cache eq 'offline' ? 1 : $ENV{PAR} // 2, '-wp-cache', $cache,
    '-wp-session', $session, '-wp-report-json', $report, split(/ /, one($unit, 'options', '')), @options);
  local $ENV{WHY3CONFIG} = "$build/provers/why3.conf";
  # Goals are short-lived and many: with the collector's defaults half of the time is its own. New memory has to be
  # cleared, which is cheaper in large parts and large pages.
  local $ENV{OCAMLRUNPARAM} = $ENV{OCAMLRUNPARAM} // 's=1M,o=300,i=4M';
  local $ENV{GLIBC_TUNABLES} = $ENV{GLIBC_TUNABLES} // 'glibc.malloc.hugetlb=1';
  my $text = '';
  open(my $pipe, '-|', "cd '$folder' && " . join(' ', map { "'$_'" } @command) . ' 2>&1') or die "frama-c: $!\n";
  while (<$pipe>) { $text .= $_; }
  close $pipe;
  spill("$out.log", $text);
  if ($? != 0 || !-f $report) {
    my @last = grep { /rror/ } split /\n/, $text;
    die "frama-c failed: " . join("\n", @last[0 .. ($#last < 4 ? $#last : 4)]) . "\nsee $out.log\n";
  }
  return read_log($text, decode_json(slurp($report)), "$session/script");
}

sub provers { my ($unit) = @_; return split /,/, one($unit, 'provers', $default_provers); }

# One file a goal, as WP reads them: the prover that answers it, if that is not the one asked first.
sub write_scripts {
  my ($folder, $goals, $first) = @_;
  my %script;
  for (keys %$goals) {
    my $prover = $goals->{$_}{prover};
    next if !$goals->{$_}{valid} || shortcut($prover) =~ /^(?:qed|script|\Q$first\E)$/;
    (my $name = $prover) =~ s/ (?:\((\w+)\))?/$1 ? ":$1" : ':'/ge;
    $script{"$_.json"} = JSON::PP->new->canonical->encode([{prover => $name, verdict => 'valid', time => $goals->{$_}{ms} / 1000}]) . "\n";
  }
  make_path($folder) if %script;
  unlink grep { !$script{s{^.*/}{}r} } glob("$folder/*.json");
  spill("$folder/$_", $script{$_}) for keys %script;
}

# Processor seconds of Frama-C and the provers so far.
sub processor { my (undef, undef, $user, $system) = times; return $user + $system; }

sub milliseconds { my ($n, $unit) = @_; return $unit eq 's' ? 1000 * $n : $n; }

# The prover and the time that a goal's script names.
sub scripted {
  my ($file) = @_;
  my ($step) = @{decode_json(slurp($file))};
  my ($name, $version, $alternative) = split /:/, $step->{prover};
  return ("$name $version" . ($alternative ? " ($alternative)" : ''), 1000 * $step->{time});
}

sub read_log {
  my ($text, $report, $scripts) = @_;
  my (%goals, %smoke);
  for my $line (split /\n/, $text) {
    if ($line =~ /^\[wp\] \[([^\]]+)\] Goal typed_(\S+) : Valid(.*)$/ || $line =~ /^\[wp\] \[(\w+)\] Goal typed_(\S+)()\s*$/) {
      my ($prover, $name, $times) = ($1, $2, $3);
      $name =~ s/^real_//;
      my $valid = $prover ne 'Failed' ? 1 : 0;
      my $ms = 0;
      $ms += milliseconds($1, $2) while $times =~ /([\d.]+)(ms|s)\b/g;
      ($prover, $ms) = scripted("$scripts/$name.json") if $prover eq 'Script' && $valid;
      $goals{$name} = {valid => $valid, prover => $prover, ms => $ms};
    } elsif ($line =~ /^\[wp\] \[Failed\] Smoke-test typed_(\S+)/) {
      (my $name = $1) =~ s/^real_//;
      $smoke{$name} = 0;
    }
  }
  my ($total, $valid) = (0, 0);
  for my $section (values %{$report->{'wp:functions'} // {}}, values %{$report->{'wp:axiomatics'} // {}}) {
    for my $name (keys %$section) {
      next if $name eq 'wp:section';
      my $main = $section->{$name}{'wp:main'};
      if ($name =~ /_wp_smoke_/) {
        $smoke{$name} = ($main->{total} // 0) == ($main->{valid} // 0) ? 1 : 0 unless defined $smoke{$name} && !$smoke{$name};
        next;
      }
      $total += $main->{total} // 0;
      $valid += $main->{valid} // 0;
      $goals{$name} //= {valid => ($main->{total} // 0) == ($main->{valid} // 0) ? 1 : 0, prover => 'Qed', ms => 0};
    }
  }
  return {goals => \%goals, smoke => \%smoke, total => $total, valid => $valid};
}

sub include_options {
  my (@defines) = @_;
  return ('-cpp-extra-args=' . join(' ', "-I. -I$root -I$root/proofs/include", map { "-D$_" } @defines));
}

# The unit's source, in the folder of a planted error if it stands there.
sub source {
  my ($unit, $folder) = @_;
  my $source = one($unit, 'source');
  return -f "$folder/$source" ? "$folder/$source" : "$root/$source";
}

sub defines { my ($unit) = @_; return map { split /\s+/ } @{$unit->{define} // []}; }

# The functions of a unit with run-time checks and smoke tests, then its logic.
sub prove_functions {
  my ($unit, $session, $out, $folder, @more) = @_;
  return run_wp($unit, $session, $out, $folder, include_options(defines($unit)), source($unit, $folder), '-wp-fct',
    one($unit, 'functions'), @more);
}

sub prove_logic {
  my ($unit, $session, $out, $folder) = @_;
  return run_wp($unit, $session, $out, $folder, include_options('REALIZE'), source($unit, $folder), '-wp-prop',
    '@lemma');
}

# Whether what a function requires, or an invariant, is contradictory, or code is dead: one prover is asked for the
# contradiction, and given steps in place of time, so that the answer is the same on every machine. Of the goals only
# those are made besides without which WP leaves smoke tests out.
sub smoke_test {
  my ($unit, $session, $out) = @_;
  my %quick = (%$unit, provers => ['z3n'], timeout => [1]);
  return prove_functions(\%quick, $session, $out, $root, '-wp-smoke-tests', '-wp-smoke-timeout', 1, '-wp-steps', $smoke_steps,
    '-wp-prop=' . join(',', map { "-\@$_" } qw(ensures assert requires invariant variant)));
}

# The answers are bound to what stands in their files: proofs/gates.pl refuses others.
sub bind_answers { my ($session) = @_; return system('proofs/gates.pl', '--answers', $session) == 0; }

# One function, its provers asked without the committed answers and with more time, so that a busy machine is no failure.
sub ask_again {
  my ($name, $function) = @_;
  my $unit = settings("proofs/units/$name.unit");
  my ($start, $used) = (time, processor());
  $unit->{timeout} = [4 * one($unit, 'timeout', 15)];
  $unit->{functions} = [$function];
  my $goals = prove_functions($unit, "$build/sample/$name", "$build/$name.sample", $root)->{goals};
  my @open = sort grep { !$goals->{$_}{valid} } keys %$goals;
  printf "  %-12s %-18s %d of %d goals when asked again, %.1f s (processor: %.1f s)\n", $name, $function, %$goals - @open, scalar(keys %$goals),
    time - $start, processor() - $used;
  print "  not proved: $_\n" for @open;
  return %$goals && !@open;
}

# The functions without a gap, and those of them that the seed draws: the first by the digest of seed and name.
sub sample {
  my ($count, $seed) = @_;
  my @functions;
  for my $file (by_size()) {
    my $unit = settings($file);
    (my $name = $file) =~ s{^.*/|\.unit$}{}g;
    push @functions, map { [$name, $_] } split /,/, one($unit, 'functions', '') unless $unit->{gap};
  }
  my @drawn = sort { md5_hex("$seed $a->[0] $a->[1]") cmp md5_hex("$seed $b->[0] $b->[1]") } @functions;
  splice @drawn, $count if @drawn > $count;
  my $good = @drawn > 0;
  for (@drawn) { $good = eval { ask_again(@$_) } && $good; print "  $_->[0]: $@" if $@; }
  return $good;
}

sub prove_unit {
  my ($file) = @_;
  (my $name = $file) =~ s{^.*/|\.unit$}{}g;
  my $unit = settings($file);
  my $session = "$root/proofs/session/$name";
  my ($start, $used) = (time, processor());
  my $none = {goals => {}, smoke => {}, total => 0, valid => 0};
  my ($functions, $smoke, $logic) = ($none, $none, $none);
  if ($unit->{functions}) {
    $functions = prove_functions($unit, "$session/functions", "$build/$name", $root);
    $smoke = smoke_test($unit, "$session/smoke", "$build/$name.smoke") if $cache ne 'offline';
  } else {
    $logic = prove_logic($unit, "$session/logic", "$build/$name.logic", $root);
  }
  if ($cache eq 'cleanup') {
    write_scripts("$session/functions/script", $functions->{goals}, (provers($unit))[0]);
    write_scripts("$session/logic/script", $logic->{goals}, (provers($unit))[0]);
    bind_answers($session) or die "no digest of $session\n";
  }
  my %gap;
  for (@{$unit->{gap} // []}) { /^(\S+) (.+)$/ or die "$file: a gap has a goal and a reason\n"; $gap{$1} = $2; }
  my @open = sort grep { !$functions->{goals}{$_}{valid} } keys %{$functions->{goals}};
  my @open_logic = sort grep { !$logic->{goals}{$_}{valid} } keys %{$logic->{goals}};
  my @smoke = sort grep { !$smoke->{smoke}{$_} } keys %{$smoke->{smoke}};
  my @unknown = grep { !exists $gap{$_} } @open;
  my %open = map { $_ => 1 } @open;
  my @complaints = map { "  not proved: $_" } @unknown;
  push @complaints, map { "  not re-proved from its definition: $_" } @open_logic;
  push @complaints, map { "  contradictory or dead: $_" } @smoke;
  push @complaints, map { "  a gap that is proved, or no goal: $_" } grep { !$open{$_} } sort keys %gap;
  @complaints = map { "$_ (no committed answer: make prove)" } @complaints if $cache eq 'offline';
  push @complaints, lost($name, $functions->{goals}, $logic->{goals});
  push @complaints, "  no goal" unless %{$functions->{goals}} || %{$logic->{goals}};
  my ($seconds, $processor) = (time - $start, processor() - $used);
  spill("$build/$name.result.json", JSON::PP->new->canonical->pretty->encode(
    {unit => $name, functions => $functions, smoke => $smoke->{smoke}, logic => $logic, seconds => $seconds, processor => $processor,
      gaps => \%gap}));
  my $proved = $unit->{functions} ? sprintf('%4d of %4d goals, %3d smoke tests, %d gaps', $functions->{valid}, $functions->{total},
    scalar(keys %{$smoke->{smoke}}), scalar(@open) - scalar(@unknown)) : "$logic->{valid} of $logic->{total} equations re-proved";
  printf "  %-12s %-18s %s, %.1f s (processor: %.1f s)\n", $name, one($unit, 'theorem', ''), $proved, $seconds, $processor;
  print "$_\n" for @complaints;
  return !@complaints;
}

# Goals of proofs/goals/NAME that are no more: a proof must not grow by losing what it proves.
sub lost {
  my ($name, @goals) = @_;
  my %now = map { $_ => 1 } map { keys %$_ } @goals;
  my $list = "proofs/goals/$name";
  my @lost;
  if (-f $list && !$ENV{ACCEPT}) {
    @lost = map { "  lost: $_ (ACCEPT=1 writes the list anew)" } grep { !$now{$_} } split /\n/, slurp($list);
  }
  if (!@lost) {
    make_path('proofs/goals');
    my $text = join('', map { "$_\n" } sort keys %now);
    spill($list, $text) unless -f $list && slurp($list) eq $text;
  }
  return @lost;
}

# The units, those of most goals (or of goals not known yet) first.
sub by_size {
  my %size;
  for my $unit (glob('proofs/units/*.unit')) {
    (my $list = $unit) =~ s{^proofs/units/(.*)\.unit$}{proofs/goals/$1};
    $size{$unit} = -f $list ? -s $list : 1e9;
  }
  return sort { $size{$b} <=> $size{$a} || $a cmp $b } keys %size;
}

sub plant {
  my ($error, $file, $overlay) = @_;
  remove_tree($overlay);
  my $target = one($error, 'file');
  my @from = @{$error->{from} // []}, my @to = @{$error->{to} // []};
  die "from and to do not pair\n" unless @from && @from == @to;
  my $text = slurp($target);
  for my $i (0 .. $#from) {
    (my $from = $from[$i]) =~ s/\\n/\n/g;
    (my $to = $to[$i]) =~ s/\\n/\n/g;
    my $places = () = $text =~ /\Q$from\E/g;
    die "the text to change stands in $places places: $from\n" unless $places == 1;
    $text =~ s/\Q$from\E/$to/;
  }
  (my $folder = "$overlay/$target") =~ s{/[^/]*$}{};
  make_path($folder);
  spill("$overlay/$target", $text);
}

# The goals of a unit that, without any error, other provers than these prove: that these do not says nothing.
sub beyond {
  my ($name, $part, @provers) = @_;
  return () unless -f "$build/$name.result.json";
  my $goals = decode_json(slurp("$build/$name.result.json"))->{$part}{goals};
  my %asked = (qed => 1, map { $_ => 1 } @provers);
  return grep { $goals->{$_}{valid} && !$asked{shortcut($goals->{$_}{prover})} } keys %$goals;
}

# "Z3 4.8.12 (nonl)" is z3n.
sub shortcut { my ($prover) = @_; return lc(($prover =~ /^(\w+)/)[0]) . ($prover =~ /\(nonl\)/ ? 'n' : ''); }

# The options by which WP makes the goals of the clauses that a pattern names, and no others.
sub only {
  my ($goal) = @_;
  my @goals = $goal =~ /^(.*)\((.*)\)(.*)$/ ? map { "$1$_$3" } split(/\|/, $2) : ($goal);
  my @clauses;
  for (@goals) {
    my ($kind, $name) = /.*_?(ensures|requires|assert|loop_invariant|assigns)_?(.*?)(?:_preserved|_established)?$/ or return ();
    return () if $name eq 'rte';
    push @clauses, $name ne '' && $name !~ /_$/ ? $name : '@' . ($kind =~ /invariant/ ? 'invariant' : $kind);
  }
  return '-wp-prop=' . join(',', @clauses);
}

sub must_fail {
  my ($file) = @_;
  (my $name = $file) =~ s{^.*/|\.plant$}{}g;
  my $error = settings($file);
  my $unit = settings('proofs/units/' . one($error, 'unit') . '.unit');
  my $overlay = "$build/must_fail/$name";
  my $session = "$root/proofs/session/must_fail/$name";
  plant($error, $file, $overlay);
  my $goal = one($error, 'goal') or die "no goal\n";
  # The two provers that prove nearly all of the unit; that neither proves the goal now is what the error did.
  my @provers = split /,/, one($unit, 'provers', $default_provers);
  $unit->{provers} = ["$provers[0],$provers[1]"];
  $unit->{timeout} = [3];
  $unit->{functions} = [one($error, 'functions')] if $error->{functions};
  my ($start, $used) = (time, processor());
  my $result = $unit->{functions} ? prove_functions($unit, $session, "$overlay/functions", $overlay, only($goal))
                                  : prove_logic($unit, $session, "$overlay/logic", $overlay);
  bind_answers($session) or die "no digest of $session\n" if $cache eq 'cleanup';
  my @named = grep { /$goal/ } keys %{$result->{goals}};
  my %beyond = map { $_ => 1 } beyond(one($error, 'unit'), $unit->{functions} ? 'functions' : 'logic', @provers[0, 1]);
  my @open = sort grep { !$result->{goals}{$_}{valid} && !$beyond{$_} } @named;
  if (!@open) {
    printf "  %-36s %s\n", $name, @named ? 'PROVED, and must not be' : "has no goal like $goal";
    return 0;
  }
  printf "  %-36s %s: %s is not proved, %.1f s (processor: %.1f s)\n", $name, one($unit, 'theorem', 'equations'), $open[0], time - $start,
    processor() - $used;
  return 1;
}

# A process for each file, as many at a time as there are jobs; what fails is counted.
sub in_parallel {
  my ($jobs, @files) = @_;
  my $running = 0;
  while (@files || $running) {
    if (@files && $running < $jobs) {
      my $file = shift @files;
      my $child = fork // die "fork: $!\n";
      exit(treat($file) ? 0 : 1) if !$child;
      $running++;
    } else {
      wait;
      $running--;
      $failed++ if $? != 0;
    }
  }
}

# Whether the unit is proved, or the planted error seen.
sub treat {
  my ($file) = @_;
  my $good = eval { $file =~ /\.plant$/ ? must_fail($file) : prove_unit($file); };
  print "  $file: $@" if $@;
  return $good;
}

my (@files, @sample);
if (@ARGV && $ARGV[0] eq '--sample') {
  die "usage: proofs/prove.pl --sample N SEED\n" unless @ARGV == 3 && $ARGV[1] =~ /^[1-9]\d*$/;
  @sample = splice @ARGV, 1;
  $cache = 'none';
  @ARGV = ();
}
for (@ARGV) {
  if ($_ eq '--replay') { $cache = 'offline'; }
  elsif ($_ eq '--cold') { $cache = 'none'; }
  elsif ($_ eq '--list') { print map { "$_\n" } by_size(); exit 0; }
  else { push @files, $_; }
}
# Without provers nothing can be found wrong by asking: smoke tests and planted errors are for full runs.
@files = (by_size(), $cache eq 'offline' ? () : glob('proofs/must_fail/*.plant')) unless @files;
$| = 1;
make_path($build);
system('proofs/provers/configure.sh', "$build/provers") == 0 or exit 2;
exit(sample(@sample) ? 0 : 1) if @sample;
in_parallel($cache eq 'offline' ? $ENV{JOBS} // 2 : 1, @files);
exit($failed ? 1 : 0);
