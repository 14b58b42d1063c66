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

test.each(['{"a":1}', '{"a":"é"}'])('every line of a block of %s is cut out', (line) => {
  const all = Array.from({ length: 200 }, (_, at) => `${line.slice(0, -1)},"at":${at}}\n`)
  const bytes = Buffer.from(all.join(''))
  const text = new BlockText({ bytes, offset: 7, line: 1, kind: 'lines' })
  let from = 7
  const read = all.map((one) => {
    const to = from + Buffer.byteLength(one)
    const found = text.slice(from, to)
    from = to
    return found
  })
  expect(read).toEqual(all)
})
