# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# Short commands. Each does its own set-up first; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help build demo test test-full bench format tidy clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build everything in build/release; the program is build/release/souple
	@tools/setup page
	@tools/build release
	@build/release/souple info | sed -n 's/^  studio: /The studio (build\/release\/souple studio) is built /p'

demo: ## build, run the first scene and film it, in out/welcome
	@tools/setup page
	@tools/build release souple_cli
	build/release/souple run scenes/welcome.json -o out/welcome
	build/release/souple render out/welcome/welcome.rec --size 320x180 --samples 4 -o out/welcome/welcome.mp4
	@echo "Look at out/welcome/welcome.mp4; beside it are the report of the run and its recording."
	@build/release/souple info | sed -n 's/^  studio: /The studio (build\/release\/souple studio) is built /p'

test: ## release and sanitized builds, all short tests
	@tools/setup test
	@tools/run_tests

test-full: ## make test, long scenes, thread sanitizer, fuzzing, line coverage
	@tools/setup full
	@tools/run_tests full

bench: ## build and run the benchmarks, results in out/bench
	@tools/setup bench
	@cmake --preset release -DSOUPLE_BUILD_BENCHMARKS=ON >/dev/null
	@tools/build release benchmarks
	@tools/run_benchmarks

format: ## lay out the C++ files with clang-format
	@tools/setup test
	@tools/check_format.py --fix

tidy: ## run clang-tidy over src and apps
	@tools/setup full
	@tools/build dev
	@git ls-files 'src/*.cpp' 'apps/*.cpp' | xargs -P 2 -n 4 clang-tidy --quiet -p build/dev

clean: ## remove build/ and out/
	rm -rf build out
