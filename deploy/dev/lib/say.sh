# Steps of `make check`, `make test`, `make green` and of a slice of `make prove`: each runs to its end; a table of all
# stands at the end. Sourced by bash:
#   . deploy/dev/lib/say.sh test     says whose steps follow; budgets.toml has a part of that name
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
whole=$1 began=$SECONDS
# What the steps leave for the table: their seconds, and what the test runners report.
reports=${DEV_STATE:-.dev}/reports/$whole
case $reports in /*) ;; *) reports=$root/$reports ;; esac
rm -rf "$reports"
mkdir -p "$reports"

# step NAME COMMAND…: a headline, the command, and what became of it
step() {
  local name=$1 at=$SECONDS result=good
  shift
  printf '\n== %s\n' "$name"
  "$@" </dev/null || result=FAILED
  printf -- '-- %s: %s (%d s)\n' "$name" $result $((SECONDS - at))
  printf '%s\t%d\t%s\n' "$name" $((SECONDS - at)) $result >>"$reports/steps.tsv"
  [ $result = good ]
}
# beside NAME COMMAND…: a step that runs while those after it do: it waits for the net, or keeps a single core busy
beside() {
  step "$@" >"$reports/$1.beside" 2>&1 &
  echo $! >"$reports/$1.pid"
}
# joined NAME…: waits for these and shows what they said; fails when one of them did
joined() {
  local name result=0
  for name; do
    wait "$(<"$reports/$name.pid")" || result=1
    cat "$reports/$name.beside"
  done
  return $result
}
# Ctrl-C does not reach what a script starts in the background: bash makes it deaf to it.
trap 'trap - INT; kill 0' INT
finish() { python3 -B "$root/deploy/dev/lib/summary.py" "$whole" "$reports" $((SECONDS - began)); exit $?; }
