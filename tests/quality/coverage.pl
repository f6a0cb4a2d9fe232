#!/usr/bin/perl
# What of the papers is here, as a page, made of ad/coverage.list.
#   coverage.pl --write   writes ad/COVERAGE.md
#   coverage.pl --check   whether the page is what the list, the rules and the laws say
#
# A line of the list is an item of a paper:
#   paper | kind | number | title | in full, in part or not done | citations | by | reason
# `citations` are those under which rules and laws say where they come from (the column "figure" of
# semantics/rules.md, the source of a law), parted by semicolons; all that so cite stand under the
# item.  `by` is what else has it: laws, theorems, errata, and files, or FILE#WORD where the word
# stands in the file (a test by its function).  Or a line is
#   ours | citation | what it is
# for rules and laws that no paper has.  It fails for a citation that no rule or law has, for a
# rule or law whose citations are under no item and are not ours, for a name that is nowhere, for an
# item in full that no law, theorem or test has, and for one that is not in full and gives no reason;
# of one in part the reason is what is missing, a colon, and why.
use strict;
use warnings;
use File::Basename qw(basename dirname);

chdir(dirname($0) . "/../..") or die "$!\n";
my ($list, $page) = ("ad/coverage.list", "ad/COVERAGE.md");
my $mode = $ARGV[0] // "";
die "usage: $0 --write | --check\n" unless $mode eq "--write" || $mode eq "--check";

sub slurp { my $file = shift; open(my $in, "<", $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
my $string = qr/(?:"(?:[^"\\]|\\.)*"\s*)+/;
sub text { my $text = join("", $_[0] =~ /"((?:[^"\\]|\\.)*)"/g); $text =~ s/\\(.)/$1/g; return $text; }

# Rules and laws by where they come from: citation -> names; and all that there are.
my (%rules, %laws, %cited, %exists, @wrong);
sub cites { # a kind's table, name, source
  my ($of, $name, $source) = @_;
  push @{ $of->{$_} }, $name for grep { length } split /\s*;\s*/, $source;
  $cited{$name} = $source;
  $exists{$name} = 1;
}
for my $file (sort glob("semantics/*/rules.def semantics/*/*/rules.def ad/*/rules.def ad/*/*.rules verify/*/rules.def")) {
  my $text = slurp($file);
  $text =~ s{/\*.*?\*/}{}gs;
  cites(\%rules, $1, text($2)) while $text =~ /^RULE_(?:DEF|TEXT)\(\s*(\w+)\s*,\s*($string)/gm;
}
sub laws_of { # file, pattern with ID and source, what the ID stands behind
  my ($file, $pattern, $prefix) = @_;
  my $text = slurp($file);
  $text =~ s{/\*.*?\*/}{}gs;
  $text =~ s/^#define.*(?:\\\n.*)*//gm;
  cites(\%laws, ($prefix // "") . text($1), text($2)) while $text =~ /$pattern/gm;
}
laws_of("verify/battery/laws.def", qr/^LAW\(\w+,\s*($string),\s*$string,\s*($string)/m);
laws_of("verify/rewrite/equations.def", qr/^EQUATION\(\w+,\s*($string),\s*($string)/m);
laws_of("verify/laws/linmap/equations.def", qr/^LM_(?:EQUATION|FORMULA)\(\w+,\s*($string),\s*($string)/m);
laws_of("verify/laws/frechet/equations.def", qr/^FR_EQUATION\(\w+,\s*($string),\s*($string)/m);
my %made = ("ad/simplify/simplify.def" => [qr/^SIMPLIFY(?:_TEXT)?\(\w+,\s*($string)/m, "SIMP-", "CHAD Table 1"],
            "ad/frechet/optimise.def" => [qr/^FRECHET_RULE\(\w+,\s*($string)/m, "FR-OPT-", "Frechet 5, 8, 6.5: linear and tensor algebra"]);
for my $file (sort keys %made) {
  my ($pattern, $prefix, $source) = @{ $made{$file} };
  my $text = slurp($file);
  cites(\%laws, $prefix . text($1), $source) while $text =~ /$pattern/gm;
}
my (%theorem, %erratum);
for my $unit (glob("proofs/units/*.unit")) { $theorem{$_} = 1 for slurp($unit) =~ /^theorem: (.*)/m ? $1 =~ /(T-[A-Z]+)/g : (); }
$erratum{$_} = 1 for slurp("ad/ERRATA.md") =~ m{^## .*: (\w+)$}gm;

# What stands beside an item: a link, or a word and what it is.
sub named {
  my ($name, $where) = @_;
  return $name if $exists{$name};
  return "[$name](../proofs/README.md)" if $theorem{$name};
  return "[$name](ERRATA.md)" if $erratum{$name};
  my ($file, $word) = split /#/, $name, 2;
  if ($file !~ m{/} || !-e $file) { push @wrong, "$where: there is no $name"; return $name; }
  if (defined $word && slurp($file) !~ /\b\Q$word\E\b/) { push @wrong, "$where: $file has no $word"; }
  return "[" . (defined $word ? $word : basename($file)) . "](" . ($file =~ m{^ad/} ? $file =~ s{^ad/}{}r : "../$file") . ")";
}

my %papers = (CHAD => "CHAD", dual => "Dual-numbers reverse AD", notes => "Working notes", Frechet => "Combinatory adjoints", caddie => "caddie");
my %status = ("in full" => 0, "in part" => 1, "not done" => 2);
my (%items, %ours, %under, %count, @order);
my $line = 0;
for (split /\n/, slurp($list)) {
  $line++;
  next if /^\s*(#|$)/;
  my @field = map { s/^\s+|\s+$//gr } split /\|/, $_, -1;
  my $where = "$list:$line";
  if ($field[0] eq "ours") {
    push @wrong, "$where: three fields are expected" if @field != 3;
    push @wrong, "$where: nothing cites $field[1]" unless $rules{ $field[1] } || $laws{ $field[1] };
    $ours{ $field[1] } = $field[2];
    $under{ $field[1] } = 1;
    next;
  }
  if (@field != 8) { push @wrong, "$where: eight fields are expected"; next; }
  my ($paper, $kind, $number, $title, $state, $citations, $by, $reason) = @field;
  push @wrong, "$where: no paper is called $paper" unless $papers{$paper};
  push @wrong, "$where: $state is no status" unless exists $status{$state};
  my (@rules, @laws);
  for my $citation (grep { length } split /\s*;\s*/, $citations) {
    push @wrong, "$where: nothing cites $citation" unless $rules{$citation} || $laws{$citation};
    push @rules, @{ $rules{$citation} || [] };
    push @laws, @{ $laws{$citation} || [] };
    $under{$citation} = 1;
  }
  my @by = map { named($_, $where) } split /\s+/, $by;
  push @wrong, "$where: no law, theorem or test has it" if $state eq "in full" && !@laws && !@by;
  push @wrong, "$where: no reason is given" if $state ne "in full" && $reason eq "";
  push @wrong, "$where: what is missing, and behind a colon why, is expected" if $state eq "in part" && $reason !~ /\S: \S/;
  push @wrong, "$where: twice" if $items{$paper}{"$kind $number"}++;
  $count{$paper}{$state}++;
  push @order, [$paper, $kind, $number, $title, $state, \@rules, \@laws, \@by, $reason];
}
for my $name (sort keys %cited) {
  next if grep { $under{$_} } split /\s*;\s*/, $cited{$name};
  push @wrong, "$name cites $cited{$name}, which $list has under no item and not as ours";
}
if (@wrong) { print "$_\n" for @wrong; exit 1; }

sub few { # names, at most so many written out
  my ($most, @names) = @_;
  my %seen;
  @names = grep { !$seen{$_}++ } @names;
  return join(", ", @names) if @names <= $most;
  return join(", ", @names[0 .. $most - 2]) . " and " . (@names - $most + 1) . " more";
}
sub cell { return $_[0] =~ s/\|/\\|/gr; }

my @lines = (
  "# What the papers have, and what of it is here", "",
  "Written by `make table` from `coverage.list` and from where rules and laws say that they come from; `make rules` checks it:",
  "every name below is there, and every rule and law stands under an item or is ours. *In full*: there are rules that run and a",
  "law, theorem or test that would see them wrong. [rules.md](../semantics/rules.md) has each rule, `adjudge laws` the laws; the",
  "papers are in [README.md](README.md#bibliography).", "",
  "| paper | in full | in part | not done |", "|---|---|---|---|");
for my $paper (qw(CHAD dual notes Frechet caddie)) {
  push @lines, "| " . join(" | ", "[$papers{$paper}](#" . (lc($papers{$paper}) =~ s/ /-/gr) . ")", map { $count{$paper}{$_} // 0 } "in full", "in part", "not done") . " |";
}
my $current = "";
for (@order) {
  my ($paper, $kind, $number, $title, $state, $rules, $laws, $by, $reason) = @$_;
  if ($paper ne $current) {
    push @lines, "", "## $papers{$paper}", "", "| item | what | status | rules | laws, theorems, tests |", "|---|---|---|---|---|";
    $current = $paper;
  }
  my $has = $state eq "in full" ? "in full" : "**$state**: $reason";
  my $names = few(10, @$by, @$laws);
  push @lines, "| " . join(" | ", map { cell($_) } "$kind $number", $title, $has, few(6, @$rules), $names) . " |";
}
push @lines, "", "## Ours", "", "Rules and laws that no paper has, or that a paper leaves to the reader.", "",
  "| cited as | what | rules and laws |", "|---|---|---|";
for my $citation (sort keys %ours) {
  push @lines, "| " . join(" | ", map { cell($_) } $citation, $ours{$citation}, few(8, @{ $rules{$citation} || [] }, @{ $laws{$citation} || [] })) . " |";
}
my $text = join("", map { "$_\n" } @lines);
if ($mode eq "--write") {
  open(my $out, ">", $page) or die "$page: $!\n";
  print $out $text;
  close $out or die "$page: $!\n";
  exit 0;
}
if (!-e $page || slurp($page) ne $text) { print "$page is not what $list says: make table, or $0 --write\n"; exit 1; }
my %all;
for my $paper (keys %count) { $all{$_} += $count{$paper}{$_} for keys %{ $count{$paper} }; }
print "coverage: $all{'in full'} items of the papers in full, $all{'in part'} in part, $all{'not done'} not done; each rule and law under one, or ours\n";
