# Wildleague's commands. `make` alone lists them.

RUN := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help demo demo-reset test test-all test-touched test-left-out lint format docs messages sbom coverage bench load events parade cups leaks fuzz-api attacks soak screenshots

help:  ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

demo:  ## Open a club night on this machine: web, worker and beat under one process (Ctrl-C ends it)
	@.ci/setup
	@exec $(RUN) -m league.dev_server

demo-reset:  ## Throw the demo's data away, so that the next `make demo` starts afresh
	@.ci/setup
	@$(RUN) -m league.dev_server --reset

test:  ## Run the suite: rules, SQLite, PostgreSQL, real workers, real browser (less than half an hour)
	@.ci/setup test
	@$(RUN) -m tests

test-all:  ## Run everything, also what `make test` samples or leaves out, on both databases (several times as long)
	@.ci/setup test
	@$(RUN) -m tests --all

test-touched:  ## Run of what `make test` leaves out that which is about files changed since SINCE (origin/main)
	@.ci/setup test
	@$(RUN) -m tests --touched $(or $(SINCE),origin/main)

test-left-out:  ## List what `make test` leaves out, why, and which files it is about
	@.ci/setup test
	@$(RUN) -m tests --left-out

lint:  ## Check style, types, imports, security, known holes of dependencies, templates, documents, migrations and deployment settings
	@.ci/setup lint docs
	@$(MAKE) --no-print-directory --jobs 2 --keep-going --output-sync $(CHECKS)

# The longest first; they know nothing of each other and run side by side.
CHECKS := check/types check/docs check/style check/imports check/holes check/templates \
    check/migrations check/deployment
.PHONY: $(CHECKS)

check/types:
	@DEBUG=1 $(RUN) -m mypy

check/docs:
	@$(RUN) -m sphinx -W --keep-going -q -b dummy docs var/docs-check

check/style:
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

check/imports:
	@.venv/bin/lint-imports --no-cache

check/holes:
	@$(RUN) -m pip_audit --progress-spinner off --disable-pip --no-deps --requirement constraints.txt

check/templates:
	@$(RUN) -m djlint --lint --quiet templates

check/migrations:
	@DEBUG=1 $(RUN) manage.py makemigrations --check --dry-run

check/deployment:
	@SECRET_KEY=$$($(RUN) -c 'import secrets; print(secrets.token_urlsafe(50))') HTTPS=1 \
	    $(RUN) -W error manage.py check --deploy --fail-level WARNING

sbom:  ## Write the bill of materials (CycloneDX) of what the wheel installs, or of an image: make sbom IMAGE=wildleague
	@.ci/setup sbom
	@rm -rf dist/environment && mkdir -p dist && $(RUN) -m venv dist/environment
	@$(if $(IMAGE),docker run --rm --entrypoint /venv/bin/pip $(IMAGE) freeze --exclude wildleague > dist/installed.txt && \
	    dist/environment/bin/pip install --quiet --no-deps -r dist/installed.txt,\
	    dist/environment/bin/pip install --quiet --constraint constraints.txt .)
	@$(RUN) -m cyclonedx_py environment --pyproject pyproject.toml --output-format JSON \
	    --output-file dist/$(or $(IMAGE),wildleague).cdx.json dist/environment
	@$(if $(IMAGE),docker run --rm --entrypoint dpkg-query $(IMAGE) --show --showformat='$${Package}\t$${Version}\t$${Architecture}\n' \
	    > dist/debian.txt && .ci/sbom-of-debian dist/$(IMAGE).cdx.json < dist/debian.txt,:)
	@echo "dist/$(or $(IMAGE),wildleague).cdx.json lists every package with its version and licence."

docs:  ## Build the documentation as a site (into var/docs); a broken link fails
	@.ci/setup docs
	@$(RUN) -m sphinx -W --keep-going -q -b html docs var/docs
	@echo "Open var/docs/index.html"

messages:  ## Gather every sentence into the catalogs of the languages, and compile them
	@.ci/setup test
	@$(RUN) -m tests.languages

format:  ## Put the code into its one format
	@.ci/setup lint
	@$(RUN) -m ruff check --fix --quiet .
	@$(RUN) -m ruff format .

coverage:  ## Measure how much of the rules the rules tests reach, branch by branch
	@.ci/setup test
	@$(RUN) -m pytest -q tests/games/rules tests/games/bots tests/league/rules --cov-branch --cov-fail-under=100 \
	    --cov=games.rules --cov=games.bots --cov=league.rules

parade:  ## Let bots play ten matches of every rulebook through server, worker and pages (half an hour)
	@.ci/setup test
	@$(RUN) -m tests.parade

cups:  ## Let bots hold whole competitions through pages, server and worker (some minutes)
	@.ci/setup test
	@$(RUN) -m tests.cups

fuzz-api:  ## Ask every operation of the API rightly and wrongly, thousands of times (a quarter of an hour)
	@.ci/setup test
	@$(RUN) -W ignore -m tests.fuzz_api

load:  ## Play evenings with one, two and four web processes, and say what a move and a spectator cost
	@.ci/setup test load
	@$(RUN) -m tests.load

events:  ## Measure a log of 50 million events on PostgreSQL (a quarter of an hour, 30 GB while it runs)
	@.ci/setup test
	@$(RUN) -W ignore -m tests.load.events

bench:  ## Measure: ratios against yardsticks of the same run
	@.ci/setup test
	@$(RUN) -m tests.bench
	@$(RUN) -m tests.bench.draws
	@$(RUN) -m tests.bench.asking
	@$(RUN) -W ignore -m tests.bench.costs
	@$(RUN) -m tests.bench.looking
	@$(RUN) -m tests.bench.sweep
	@$(RUN) -m tests.bench.replays
	@$(RUN) -m tests.bench.frames
	@$(RUN) -m tests.bench.taps

leaks:  ## Search 200 random matches of ten rulebooks for hidden cards in anything that is told (ten minutes)
	@.ci/setup test
	@$(RUN) -W ignore -m tests.leaks --matches 200

attacks:  ## Try to keep a running site from others, on SQLite and on PostgreSQL; say what it cost and how long others waited
	@.ci/setup test
	@$(RUN) -m tests.attacks

soak:  ## Play and search for much longer than `make test` does; let everything break around fifty matches
	@.ci/setup test
	@HYPOTHESIS_PROFILE=soak $(RUN) -m pytest -m "not browser" tests/games/rules tests/league/rules \
	    tests/league/every_address/test_nonsense_in_every_form.py
	@$(RUN) -m tests.games.rules.long_play --commands 10000000
	@$(RUN) -W ignore -m tests.faults worker beat web postgresql flush broker hanging-broker \
	    --matches 50 --deals 2 --down 60 --database postgresql --redis
	@$(RUN) -W ignore -m tests.faults worker clock --matches 50 --deals 2 --database postgresql --redis --twice
	@$(RUN) -W ignore -m tests.faults worker beat web clock disk --matches 50 --down 60 --twice
	@$(RUN) -W ignore -m tests.faults --installation every --matches 20 --down 30
	@CUT_SECONDS=60 $(RUN) -m pytest tests/journeys/players/test_a_browser_loses_the_network.py

screenshots:  ## Photograph every main page in both sizes and colour schemes (into var/screenshots)
	@.ci/setup test
	@$(RUN) -W ignore -m tests.screenshots var/screenshots
