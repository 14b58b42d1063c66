import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SignalReader } from '../../../agents/signal-reader.ts'
import { instructionLines, withInstructions } from './agent-instructions.ts'

const lines = instructionLines([])
const section = lines.join('\n')

test('an appended section leaves every byte before it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const file = Buffer.from(bytes.map((byte) => (byte === 0 ? 10 : byte)))
      const once = withInstructions(file, 'AGENTS.md', lines)
      expect(once.action).toBe('append')
      expect(once.bytes.subarray(0, file.length)).toEqual(file)
      expect(withInstructions(once.bytes, 'AGENTS.md', lines)).toEqual({ action: 'none', bytes: once.bytes })
    }),
  )
})

test('an older section is replaced in place', () => {
  const before = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('# Regeln für ')])
  const invalid = Buffer.from([0xff, 0xfe, 10])
  const old = Buffer.from('<!-- mayday:begin -->\nold words\n<!-- mayday:end -->')
  const after = Buffer.from('\n\nlast line without an end')
  const { action, bytes } = withInstructions(Buffer.concat([before, invalid, old, after]), 'AGENTS.md', lines)
  expect(action).toBe('replace')
  expect(bytes).toEqual(Buffer.concat([before, invalid, Buffer.from(section), after]))
})

test('a section takes the line endings of its file', () => {
  const { bytes } = withInstructions(Buffer.from('one\r\ntwo\r\n'), 'AGENTS.md', lines)
  expect(bytes.toString()).toBe(`one\r\ntwo\r\n\r\n${lines.join('\r\n')}\r\n`)
})

test('markers quoted inside a line are no section', () => {
  const { action } = withInstructions(Buffer.from('say `<!-- mayday:begin -->` first\n'), 'AGENTS.md', lines)
  expect(action).toBe('append')
})

test('sections that overlap are refused', () => {
  const broken = '<!-- mayday:begin -->\n<!-- mayday:begin -->\n<!-- mayday:end -->\n'
  expect(() => withInstructions(Buffer.from(broken), 'AGENTS.md', lines)).toThrow('do not belong together')
})

test('a file in UTF-16 is refused', () => {
  expect(() => withInstructions(Buffer.from('\uFEFFhi', 'utf16le'), 'AGENTS.md', lines)).toThrow('not UTF-8')
})

test('an agent that prints the section claims nothing', () => {
  const reader = new SignalReader({ stage: 'agent_run' })
  reader.push(Buffer.from(`${section}\n`))
  const claims = reader
    .end(1)
    .signals.filter(({ what, source }) => source === 'marker' || what === 'stated-reason')
  expect(claims).toEqual([])
})
