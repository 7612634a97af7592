# One entry for everything; each target is a script of deploy/ that can be read and run by itself.
.DEFAULT_GOAL := help
.PHONY: help run stop reset green test prove platform bench bench-web check fences fmt openapi

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: ## build what changed, start the whole house, watch it until Ctrl-C (PISHKHAN_PORT moves it)
	@command -v python3 >/dev/null || { echo "pishkhan: python3 is missing: install Python 3.11 or newer"; exit 1; }
	@exec deploy/dev/run

stop: ## stop what another shell runs
	@deploy/dev/run stop

reset: ## stop, and forget all data
	@deploy/dev/run reset

green: ## is my change green? what it reaches since the last commit that .ci/run found good
	@deploy/dev/green

test: ## every test, from units to the path in a real browser
	@deploy/dev/test

prove: ## kill every process in the middle of the work, race for stock, empty Redis, cut off the browser: nothing may be lost
	@deploy/prove/prove
	@deploy/prove/long-tests
	@deploy/prove/browser

platform: ## build every image, start all as compose and as the Kubernetes manifests say, walk through them in a browser (as root on Debian)
	@deploy/platform/platform

bench: ## medians, CPU, memory and latency of what ships against their goals (on a machine that does nothing else)
	@deploy/bench/bench

bench-web: ## the client on a slow phone and a large store, against its goals (on a machine that does nothing else)
	@deploy/bench/web/bench-web

check: ## formatting, lints, fences, contracts, licences, texts, size
	@deploy/dev/check

fences: ## prove the arrows between the parts
	@python3 -B -m unittest discover -q -s deploy/tools && python3 -B deploy/tools/fences.py

fmt: ## format everything
	@cargo fmt --all
	@cd frontend && npm run --silent format

openapi: ## write the BFF's OpenAPI document and the client's types from it
	@cargo run --quiet --locked -p pishkhan-bff -- openapi > bff/openapi.json.new && mv bff/openapi.json.new bff/openapi.json
	@cd frontend && npm run --silent api:types
