# .cc: the C front end with our patches, of which go.work tells Go. The stamp's name
# holds the checksum of what the copy is made of: a copy that is stale has another stamp.
CC_SUM     := $(shell cat patches/cc/*.patch patches/cc/apply.sh 2>/dev/null | cat - go.mod | cksum | cut -d' ' -f1)
FRONTEND := .cc/patched.$(CC_SUM)

$(FRONTEND):
	@echo 'patching the C front end (.cc)'
	@GO='$(GO)' patches/cc/apply.sh .cc
	@touch $@

.PHONY: frontend-clean
frontend-clean:
	rm -rf .cc .cc.*
