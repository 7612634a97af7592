# Steps of `make test` and `make check`: each runs to its end, all failures are named at the end. Sourced by bash.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
failed=() began=$SECONDS

# step NAME COMMAND…: a headline, the command, and its failure noted
step() {
  local name=$1 at=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if "$@" </dev/null; then
    printf -- '-- %s: good (%d s)\n' "$name" $((SECONDS - at))
  else
    failed+=("$name")
    printf -- '-- %s: FAILED (%d s)\n' "$name" $((SECONDS - at))
    return 1
  fi
}
in_frontend() { (cd "$root/frontend" && npm run --silent "$@"); }
has_script() { node -e 'process.exit(require(process.argv[1]).scripts?.[process.argv[2]] ? 0 : 1)' "$root/frontend/package.json" "$1"; }
finish() {
  if [ ${#failed[@]} -gt 0 ]; then
    printf '\n%s: FAILED after %d s: %s\n' "$1" $((SECONDS - began)) "$(IFS=,; echo "${failed[*]}" | sed 's/,/, /g')"
    exit 1
  fi
  printf '\n%s: all good after %d s\n' "$1" $((SECONDS - began))
}
