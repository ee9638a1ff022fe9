# SPDX-License-Identifier: MIT
# Trains a net from scratch:  make -f weights/nnue.mk -j2      (from the root; 11 hours on 2 cores)
#
# Each stage is a target, so the same command resumes after Ctrl-C or a kill. The target `games`
# makes only the shards of self-play (5 to 8 minutes each); SHARDS=4 makes four of each kind instead
# of all. One program, DATA/sumi-lab, copied when the first shard begins, makes all labels;
# DATA/program has its SHA-256.

DATA ?= build/data/nnue
LAB ?= build/release/sumi-lab
WTHOR ?= ../shared/data/wthor
SHARDS ?= 80
THREADS ?= $(shell nproc)

shards = $(foreach k,$(shell seq $(SHARDS)),$(DATA)/$(1)-$(k).done)
games := $(foreach kind,deep even stray late,$(call shards,$(kind)))

$(DATA)/nnue.sumi: $(DATA)/fitted.nnue $(DATA)/fit.pos
	$(DATA)/sumi-lab probcut $(DATA)/fit.pos --evaluator nnue --weights $< --out $@ \
	  --shifts-only --positions 250 --max-depth 9 --exact-at 21 -j $(THREADS) --force

$(DATA)/fitted.nnue: $(DATA)/trained.nnue $(DATA)/fit.pos
	$(DATA)/sumi-lab probcut $(DATA)/even-1 $(DATA)/stray-1 $(DATA)/fit.pos --evaluator nnue \
	  --weights $< --out $@ --positions 200 --max-depth 9 --exact-at 19 -j $(THREADS) --force

$(DATA)/trained.nnue: $(games) $(DATA)/early.pos
	$(LAB) train nnue $(games:.done=) $(DATA)/early.pos --out $@ --work $(DATA)/work \
	  --epochs 4 --value-weight 0.25 --td-lambda 0.9 -j $(THREADS) --force

.PHONY: games
games: $(games)

selfplay = $(DATA)/sumi-lab selfplay $(@:.done=) --evaluator nnue -j 1 --seed $$(($(1) + $*)) $(2) \
  && touch $@

$(DATA)/deep-%.done: | $(DATA)/program
	$(call selfplay,1000,--games 20000 --depth 8@73 --exact-at 16 --random-plies 8-24)
$(DATA)/even-%.done: | $(DATA)/program
	$(call selfplay,2000,--games 16000 --depth 8@73 --exact-at 16 --random-plies 8-16 --balanced 3)
$(DATA)/stray-%.done: | $(DATA)/program
	$(call selfplay,3000,--games 20000 --depth 6@73 --exact-at 16 --random-plies 6-16 --random-percent 15)
$(DATA)/late-%.done: | $(DATA)/program
	$(call selfplay,4000,--games 20000 --depth 8@73 --exact-at 16 --random-plies 20-59)

$(DATA)/program: | $(LAB)
	mkdir -p $(DATA)
	cp $(LAB) $(DATA)/sumi-lab
	cd $(DATA) && sha256sum sumi-lab > program

# Human games: all down to 24 empties, and some years for fitting the error model. 2014 and 2015 are
# held out for evaluation.
years = $(foreach y,$(1),$(WTHOR)/WTH_$(y).wtb)

$(DATA)/early.pos: | $(DATA)/program
	$(DATA)/sumi-lab data convert $(call years,$(shell seq 1977 2013)) $(DATA)/wthor.pos --force
	$(DATA)/sumi-lab data filter $(DATA)/wthor.pos $@ --empties 24-60 --force
$(DATA)/fit.pos: | $(DATA)/program
	$(DATA)/sumi-lab data convert $(call years,2003 2006 2008 2010 2012 2013) $@ --force
