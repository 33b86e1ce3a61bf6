package gdb

import (
	"encoding/binary"
	"errors"

	"ompcc/rt/emu/debug"
)

// expression is the bytecode of an agent expression, to which gdb compiles a breakpoint's condition (GDB manual,
// appendix "The GDB Agent Expression Mechanism").
type expression []byte

var errExpression = errors.New("bad agent expression")

// Operations of agent expressions.
const (
	opAdd     = 0x02
	opSub     = 0x03
	opMul     = 0x04
	opDivS    = 0x05
	opDivU    = 0x06
	opRemS    = 0x07
	opRemU    = 0x08
	opLsh     = 0x09
	opRshS    = 0x0a
	opRshU    = 0x0b
	opLogNot  = 0x0e
	opAnd     = 0x0f
	opOr      = 0x10
	opXor     = 0x11
	opNot     = 0x12
	opEqual   = 0x13
	opLessS   = 0x14
	opLessU   = 0x15
	opExt     = 0x16
	opRef8    = 0x17
	opRef64   = 0x1a
	opIfGoto  = 0x20
	opGoto    = 0x21
	opConst8  = 0x22
	opConst64 = 0x25
	opReg     = 0x26
	opEnd     = 0x27
	opDup     = 0x28
	opPop     = 0x29
	opZeroExt = 0x2a
	opSwap    = 0x2b
	opPick    = 0x32
	opRot     = 0x33
)

// mostSteps bounds the operations of one evaluation.
const mostSteps = 10_000

// evaluation is that of an expression for a thread.
type evaluation struct {
	code  expression
	pc    int
	stack []uint64
	err   error
}

// value is what an expression gives for a thread.
func (x expression) value(d debug.Device, t debug.Thread) (uint64, error) {
	m := &evaluation{code: x}
	for range mostSteps {
		op := m.operand(1)
		switch {
		case m.err != nil:
		case op == opEnd:
			v := m.pop()
			return v, m.err
		case op >= opRef8 && op <= opRef64:
			m.read(d, t, 1<<(op-opRef8))
		case op >= opConst8 && op <= opConst64:
			m.push(m.operand(1 << (op - opConst8)))
		case op == opReg:
			m.register(t, int(m.operand(2)))
		default:
			m.do(byte(op))
		}
		if m.err != nil {
			return 0, m.err
		}
	}
	return 0, errExpression
}

// operand reads a big-endian number at the program counter.
func (m *evaluation) operand(size int) (v uint64) {
	if m.pc+size > len(m.code) {
		m.err = errExpression
		return 0
	}
	for _, b := range m.code[m.pc : m.pc+size] {
		v = v<<8 | uint64(b)
	}
	m.pc += size
	return v
}

func (m *evaluation) push(v uint64) { m.stack = append(m.stack, v) }

func (m *evaluation) pop() uint64 {
	if len(m.stack) == 0 {
		m.err = errExpression
		return 0
	}
	v := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return v
}

func (m *evaluation) read(d debug.Device, t debug.Thread, size int) {
	var word [8]byte
	if err := d.Read(t, m.pop(), word[:size]); err != nil {
		m.err = err
	}
	m.push(binary.LittleEndian.Uint64(word[:]))
}

func (m *evaluation) register(t debug.Thread, n int) {
	regs := allRegisters()
	if n >= len(regs) || regs[n].value == nil {
		m.err = errExpression
		return
	}
	m.push(regs[n].value(t))
}

// do executes what only concerns the stack and the flow of control.
func (m *evaluation) do(op byte) {
	switch op {
	case opLogNot:
		m.push(truth(m.pop() == 0))
	case opNot:
		m.push(^m.pop())
	case opExt:
		n := 64 - m.operand(1)
		m.push(uint64(int64(m.pop()<<n) >> n))
	case opZeroExt:
		n := 64 - m.operand(1)
		m.push(m.pop() << n >> n)
	case opIfGoto:
		to := int(m.operand(2))
		if m.pop() != 0 {
			m.pc = to
		}
	case opGoto:
		m.pc = int(m.operand(2))
	case opDup:
		v := m.pop()
		m.stack = append(m.stack, v, v)
	case opPop:
		m.pop()
	case opSwap:
		b, a := m.pop(), m.pop()
		m.stack = append(m.stack, b, a)
	case opPick:
		n := int(m.operand(1))
		if n >= len(m.stack) {
			m.err = errExpression
			return
		}
		m.push(m.stack[len(m.stack)-1-n])
	case opRot: // a b c becomes c a b
		c, b, a := m.pop(), m.pop(), m.pop()
		m.stack = append(m.stack, c, a, b)
	default:
		b, a := m.pop(), m.pop()
		m.push(m.binary(op, a, b))
	}
}

func (m *evaluation) binary(op byte, a, b uint64) uint64 {
	if op >= opDivS && op <= opRemU && b == 0 {
		m.err = errExpression
		return 0
	}
	switch op {
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	case opDivS:
		return uint64(int64(a) / int64(b))
	case opDivU:
		return a / b
	case opRemS:
		return uint64(int64(a) % int64(b))
	case opRemU:
		return a % b
	case opLsh:
		return a << b
	case opRshS:
		return uint64(int64(a) >> b)
	case opRshU:
		return a >> b
	case opAnd:
		return a & b
	case opOr:
		return a | b
	case opXor:
		return a ^ b
	case opEqual:
		return truth(a == b)
	case opLessS:
		return truth(int64(a) < int64(b))
	case opLessU:
		return truth(a < b)
	}
	m.err = errExpression
	return 0
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
