package abi

// StepDecls is the C text of a step of a device's work (device.Step).
const StepDecls = `typedef struct {
  unsigned kind;                      /* Step... */
  unsigned of;                        /* 1 + the step that allocates the storage in which dev is an offset, 0: dev is an address */
  unsigned long host, dev, size;
} ompcc_step_t;
`

// Steps of a device's work.
const (
	StepAlloc = 1 // dev is set
	StepTo    = 2 // host to dev
	StepFrom  = 3
	StepFree  = 4
)

// DirectDecls is the C text (after StepDecls) of a construct that rt/dataenv serves without cgo (rt/dataenv/direct.go).
const DirectDecls = `typedef struct {
  unsigned long env;                  /* the device's data environment */
  const __ompcc_construct_t *construct;
  const __ompcc_item_t *items;
  __ompcc_arg_t *args;
  void **argv;                        /* nparams elements each; NULL: no target construct */
  unsigned long *values;
  unsigned nitems;                    /* at most DirectItems */
  unsigned nparams;                   /* of the kernel */
  unsigned call;                      /* Direct...: what to do */
  unsigned entered;                   /* of an exit: the items have been entered */
  unsigned maps;                      /* out: there is something to exit */
  unsigned prepares;                  /* out: addresses are needed once the data is there */
  unsigned at;                        /* out: the item that a lookup waits for */
  unsigned seq, nmade, ngone, nsteps; /* see Op in rt/dataenv */
  unsigned flags;                     /* all flags of the map items of an enter */
  unsigned simple;                    /* what they resolved to holds for the exit, too, as long as shape is the table's */
  unsigned shape;
  ompcc_step_t steps[64];             /* the work to do */
  unsigned long work[320];            /* rt/dataenv's own */
} ompcc_direct_t;
typedef struct {
  unsigned long env, host;
} ompcc_lookup_t;
`

// Direct calls.
const (
	DirectEnter  = 1
	DirectOpen   = 2 // the end of Enter, when the steps are done
	DirectExit   = 3
	DirectClose  = 4 // the end of Exit, when the steps are done
	DirectUpdate = 5
)

// Results of a direct call.
const (
	DirectDone    = 0
	DirectSteps   = 1      // steps are to be carried out before Open or Close
	DirectRefused = 2      // nothing has changed: the construct has to go through cgo
	DirectBlocked = 3      // the rest has to go through cgo
	DirectWake    = 1 << 2 // and threads wait for an entry
	DirectItems   = 32
)
