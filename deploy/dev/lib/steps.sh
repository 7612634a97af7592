# What the steps of `make check`, `make test` and `make green` run. Sourced by bash, after say.sh.
# Our own crates are linted while they are built for the tests: clippy is rustc with more lints. What other people's crates
# are built into is the same either way. All scripts build so, that the next finds everything built.
export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
RUSTC_WORKSPACE_WRAPPER=$(rustup which clippy-driver 2>/dev/null || command -v clippy-driver)
in_frontend() { (cd "$root/frontend" && npm run --silent "$@"); }
# client_tests REPORT [FILTER…]
client_tests() { in_frontend test -- --reporter=default --reporter=json --outputFile.json="$reports/$1.json" "${@:2}"; }
# Those that import one of these files of the client, and those that read the client's files instead of importing them.
related_client_tests() {
  (
    cd "$root/frontend" || exit 1
    npx --no-install vitest related --run --passWithNoTests --reporter=default --reporter=json --outputFile.json="$reports/client.json" \
      "$@" $(git grep --untracked -lF "from 'node:fs'" -- 'src/*.test.ts' 'src/*.test.tsx')
  )
}
python_tests() { python3 -B -m unittest discover -s "$1" 2>&1 | tee "$reports/${1//\//-}.log"; }
# Of what is deployed: the images, the manifests, and the file for Docker.
manifests() { python_tests deploy/k8s/tests && python_tests deploy/docker/tests && python_tests deploy/compose/tests; }
manifests_settings() { python_tests deploy/k8s/processes && python_tests deploy/compose/processes; }

buf=$root/deploy/tools/node_modules/.bin/buf
tools() {
  local wanted there
  wanted=$(node -p 'require("./deploy/tools/package.json").devDependencies["@bufbuild/buf"]')
  there=$("$buf" --version 2>/dev/null) && [ "$there" = "$wanted" ] && return
  npm install --no-save --prefix deploy/tools --ignore-scripts --no-audit --no-fund --loglevel=error
}
contracts_kept() {
  local base=HEAD version config
  for version in deploy/upgrade/*/; do
    version=${version%/} config=buf.yaml
    [ ! -e "$version.buf.yaml" ] || config=../$version.buf.yaml
    (cd proto && "$buf" breaking --config "$config" --against "../$version/contracts.binpb.gz") || return
  done
  # a clean tree is held against the commit before it, a changed one against its last commit
  if git diff --quiet HEAD -- proto && ! base=$(git rev-parse --verify --quiet HEAD~1); then
    echo "a clone of one commit has nothing to be held against"
    return
  fi
  git ls-tree -r --name-only "$base" proto | grep -q '\.proto$' || { echo "$base has no contracts yet"; return; }
  (cd proto && "$buf" breaking --against "../.git#ref=$base,subdir=proto")
}

# The client's files against their budgets (frontend/scripts/size.mjs), of the build that these sources make.
size_kept() { deploy/dev/run build client && in_frontend size; }

# The headless shell is Chromium without its windows: the whole browser, kept headless on a machine without a graphics
# card, was seen to stop drawing frames in the middle of a page.
BROWSERS="chromium-headless-shell chromium"
browser() {
  local name
  for name in $BROWSERS; do command -v "$name" >/dev/null && return; done
  for name in $BROWSERS; do
    python3 -B deploy/dev/lib/packages.py --apt "$name" && command -v "$name" >/dev/null && return
  done
  echo "the browser tests need Chromium: apt-get install chromium-headless-shell (or chromium)" >&2
  return 1
}
# Tests have servers of their own, without fsync.
servers() { deploy/dev/services reset && deploy/dev/services bring-tls && deploy/dev/services up >/dev/null && deploy/dev/services status; }
# rust_tests [nextest's choice…]
rust_tests() {
  local junit=${CARGO_TARGET_DIR:-target}/nextest/default/junit.xml result=0
  eval "$(deploy/dev/services env)"
  export PISHKHAN_TEST_PG=$PG_SERVER PISHKHAN_TEST_REDIS=$REDIS_URL
  if command -v cargo-nextest >/dev/null; then
    rm -f "$junit"
    cargo nextest run --workspace --locked "$@" || result=$?
    [ ! -e "$junit" ] || cp "$junit" "$reports/rust.xml"
    return $result
  fi
  cargo test --workspace --locked --no-fail-fast 2>&1 | tee "$reports/rust.log"
}
# What older versions stored has to be taken over by this one's migrations.
upgrade() { mkdir -p "$DEV_STATE/keys" && deploy/dev/run build binaries && deploy/upgrade/upgrade check; }
# path_in_browser [SPEC…]; its traces lie in the state folder: two runs would otherwise sweep away each other's.
path_in_browser() {
  local state=$DEV_STATE
  case $state in /*) ;; *) state=$root/$state ;; esac
  PLAYWRIGHT_JSON_OUTPUT_FILE=$reports/${report:-browser}.json PLAYWRIGHT_HTML_OUTPUT_DIR=$state/browser/report \
    deploy/dev/run with sh -c 'cd frontend && npm run --silent e2e -- --output "$@"' e2e "$state/browser/traces" "$@"
}
# The main path in a house of its own, in which everything speaks TLS, browsers too.
path_through_tls() (
  export DEV_STATE=$DEV_STATE/tls PISHKHAN_TLS=1 PISHKHAN_BUILD=0
  report=browser-tls
  deploy/dev/run reset && path_in_browser path.spec --project phone
)
