package pragma

// State says how far a directive or clause is supported.
type State string

// The states of support.
const (
	// Works: lowered for every device.
	Works State = "works"
	// Host: stays in the host's code and means what the host compiler makes of it.
	Host State = "host"
	// Unsupported: an error says so, at the directive or clause.
	Unsupported State = "error"
)

// unsupported is the one place that says what later stages cannot do in device
// code: "directive" or "directive:clause", with the reason. A stage that
// learns one of them removes its line.
var unsupported = map[string]string{}

// SupportOf gives the state of directive k in device code and the reason if it
// is unsupported.
func SupportOf(k DirectiveKind) (State, string) {
	def := Directives().Defs[k]
	if def == nil {
		return Unsupported, ""
	}
	for _, l := range def.Leafs {
		if why, no := unsupported[string(l)]; no {
			return Unsupported, why
		}
	}
	return Works, ""
}

// ClauseSupport gives the state of clause c on leaf directive k.
func ClauseSupport(k DirectiveKind, c ClauseKind) (State, string) {
	if why, no := unsupported[string(k)+":"+string(c)]; no {
		return Unsupported, why
	}
	return SupportOf(k)
}
