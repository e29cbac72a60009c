#!/usr/bin/env bash
# An aarch64 Python of Debian in FOLDER, to be run by qemu-user: tools/aarch64_python.sh FOLDER. Packages are fetched
# with a state of apt's own, so nothing changes on this system. Exit status 77: no apt-get, dpkg or qemu-aarch64 here.
set -euo pipefail
[ $# = 1 ] || { echo "aarch64_python: give one folder: tools/aarch64_python.sh FOLDER" >&2; exit 2; }
for program in apt-get dpkg qemu-aarch64; do
  command -v "$program" >/dev/null || { echo "aarch64_python: no $program here" >&2; exit 77; }
done
mkdir -p "$1"
folder=$(cd "$1" && pwd)
python=$folder/root/usr/bin/python3.11
[ -x "$python" ] && { echo "$python"; exit; }

state=$folder/apt
mkdir -p "$state"/{lists,archives}/partial "$folder/packages" "$folder/root"
touch "$state/status"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [arch=arm64 signed-by=$keys] http://deb.debian.org/debian bookworm main" >"$state/sources.list"
cat >"$state/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "";
Dir::Cache "$state";
Dir::Etc::sourcelist "$state/sources.list";
Dir::Etc::sourceparts "/nonexistent";
Dir::State::lists "$state/lists";
Dir::State::status "$state/status";
END
export APT_CONFIG=$state/apt.conf
packages="python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libgcc-s1 libstdc++6 zlib1g libexpat1
  libssl3 libffi8 libbz2-1.0 liblzma5 libsqlite3-0 libuuid1 libcrypt1 libnsl2 libtirpc3 libreadline8 libtinfo6"
# shellcheck disable=SC2086
{ apt-get update -qq && cd "$folder/packages" && apt-get download -qq $packages; } >&2 ||
  { echo "aarch64_python: the packages of Debian cannot be fetched" >&2; exit 77; }
for package in "$folder"/packages/*.deb; do
  dpkg -x "$package" "$folder/root"
done
rm -rf "$state" "$folder/packages"
echo "$python"
