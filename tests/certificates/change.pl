#!/usr/bin/perl
# Changes one byte of a file of a certificate in turn, by one bit, and writes each changed file to a folder.
#
# usage: tests/certificates/change.pl CERTIFICATE FOLDER
use strict;
use warnings;

my ($file, $folder) = @ARGV;
open(my $in, '<:raw', $file) or die "$file: $!\n";
my $bytes = do { local $/; <$in> };
for my $k (0 .. length($bytes) - 1) {
  my $changed = $bytes;
  substr($changed, $k, 1) ^= chr(1 << $k % 8);
  open(my $out, '>:raw', sprintf('%s/%05d.cert', $folder, $k)) or die "$folder: $!\n";
  print $out $changed;
  close $out or die "$folder: $!\n";
}
