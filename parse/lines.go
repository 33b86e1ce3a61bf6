package parse

// lineTable maps byte offsets of Unit.Text to the user's files.
type lineTable struct{}
