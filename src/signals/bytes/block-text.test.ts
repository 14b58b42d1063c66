import { expect, test } from 'vitest'
import { BlockText } from './block-text.ts'

test.each(['{"a":1}\nplain\n{"b":2}\n', '{"a":"é"}\nplain – text\n{"b":"日本"}\n'])(
  'a line is cut out of the block %j',
  (content) => {
    const bytes = Buffer.from(content)
    const offset = 1000
    const text = new BlockText({ bytes, offset, line: 1, kind: 'lines' })
    const last = bytes.indexOf('{"b"')
    expect(text.slice(offset, offset + bytes.indexOf(10) + 1)).toBe(`${content.split('\n')[0]}\n`)
    expect(text.slice(offset + last, offset + bytes.length)).toBe(`${content.split('\n')[2]}\n`)
  },
)
