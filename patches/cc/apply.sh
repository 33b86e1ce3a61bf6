#!/bin/sh
# apply.sh FOLDER: makes FOLDER a copy of the C front end, modernc.org/cc/v4, with the patches beside this
# script. The original comes from Go's module cache; Go compares it with go.sum.
set -eu
cd "$(dirname "$0")/../.."
: "${GO:=go}"
target=$1
module=modernc.org/cc/v4
export GOWORK=off # go.work names the copy, which is not there yet
unset GIT_DIR GIT_WORK_TREE

fail() {
  echo "patches/cc: $*" >&2
  exit 1
}

$GO mod download $module || fail "cannot fetch $module, which go.mod requires"
original=$($GO list -m -f '{{.Dir}}' $module)
$GO mod verify >/dev/null || fail "a module in Go's module cache differs from go.sum; run: go clean -modcache"

parent=$(dirname "$target")
copy=$(mktemp -d "$(cd "$parent" && pwd -P)/.cc.XXXXXX")
trap 'rm -rf "$copy"' EXIT
for f in "$original"/*.go "$original/parser.yy" "$original/go.mod" "$original/go.sum" "$original/LICENSE"; do
  case $f in
  *_test.go) ;;
  *) cat "$f" >"$copy/${f##*/}" ;;
  esac
done
patches=$(pwd)/patches/cc
for p in "$patches"/*.patch; do
  # In a repository git apply would skip files outside of it or in other folders.
  (cd "$copy" && GIT_CEILING_DIRECTORIES=$(dirname "$copy") git apply --whitespace=nowarn "$p") ||
    fail "${p##*/} does not apply to $module $($GO list -m -f '{{.Version}}' $module); adapt it as docs/guides/contributing.md says"
done
rm -rf "$target"
mv "$copy" "$target"
trap - EXIT
