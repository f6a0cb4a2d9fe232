#!/bin/bash
# Builds the adapter of a C++ library, if it has changed, and answers for it.
#   cpp.sh LIBRARY            from the library's folder; --list prints the names of its functions, --version the version
set -eu
library=$1 flags= link= package=lib$1-dev
case $library in
  eigen) flags=-I/usr/include/eigen3 package=libeigen3-dev ;;
  ceres) flags=-I/usr/include/eigen3 ;;
  adolc) link=-ladolc ;;
esac
case ${2-} in
  --list) grep -ohE '\b(ONE|TWO|THREE|MANY)\([a-z_0-9]+,' adapter.cpp ../zoo.hpp | sed 's/.*(//; s/,//' | grep -vx name | sort -u | xargs; exit ;;
  --version) echo "$(sed -n 's/^name: //p' library) $(dpkg-query -W -f '${Version}' "$package" | sed 's/-[^-]*$//; s/+.*//')"; exit ;;
esac
built=${ZOO_BUILD:-../../../build/zoo}/$library.so
if [ ! "$built" -nt adapter.cpp ] || [ ! "$built" -nt ../zoo.hpp ]; then
  mkdir -p "$(dirname "$built")"
  c++ -std=c++17 -O1 -shared -fPIC $flags -o "$built" adapter.cpp $link
fi
exec adjudge serve "$built"
