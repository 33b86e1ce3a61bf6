package ptx

// Datum is one value of a section of debug information: a number of Size bytes, or the address of Symbol, less that of
// Minus if there is one, to which Bits is added.
type Datum struct {
	Offset, Size  uint64
	Bits          uint64
	Symbol, Minus string
}

// Data is what a section of debug information has.
type Data struct {
	Size   uint64
	Values []Datum
	Labels map[string]uint64 // offsets
}

// ParseSection reads the contents of a section: ".b8 1, 2", ".b64 label", ".b32 label-label", "label:" (PTX ISA 11.5.2).
func ParseSection(s Section) (*Data, error) {
	p := &parser{lex: lexer{text: s.Text, line: 1}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	d := &Data{Labels: map[string]uint64{}}
	for p.tok.kind != tEnd {
		word, err := p.take(tWord, "a value")
		if err != nil {
			return nil, err
		}
		if p.is(":") {
			d.Labels[word] = d.Size
			err = p.advance()
		} else {
			err = p.values(d, typeSize(word[1:]))
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// values reads a list of values of so many bytes.
func (p *parser) values(d *Data, size uint64) error {
	if size == 0 {
		return p.fail("unknown type of a value in a section")
	}
	for {
		v := Datum{Offset: d.Size, Size: size}
		if err := p.value(&v); err != nil {
			return err
		}
		d.Values = append(d.Values, v)
		d.Size += size
		if more, err := p.accept(","); err != nil || !more {
			return err
		}
	}
}

func (p *parser) value(v *Datum) (err error) {
	if p.tok.kind == tNumber || p.is("-") {
		v.Bits, err = p.integer()
		return err
	}
	if v.Symbol, err = p.take(tWord, "a number or label"); err != nil {
		return err
	}
	for p.is("+") || p.is("-") {
		minus := p.is("-")
		if err := p.advance(); err != nil {
			return err
		}
		if p.tok.kind == tWord && minus {
			if v.Minus, err = p.take(tWord, "a label"); err != nil {
				return err
			}
			continue
		}
		n, err := p.integer()
		if err != nil {
			return err
		}
		if minus {
			n = -n
		}
		v.Bits += n
	}
	return nil
}
