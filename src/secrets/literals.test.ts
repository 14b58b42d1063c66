import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnchorScan } from './literals.ts'

type Seen = readonly [at: number, literal: string]

/** The places where the scan says that a literal may start, and where it does. */
function find(literals: readonly string[], bytes: Buffer): readonly Seen[] {
  const anchors = literals.map((literal) => ({
    kind: literal,
    literal: Buffer.from(literal),
    anyCase: false,
  }))
  const seen: Seen[] = []
  new AnchorScan(anchors).scan(bytes, (kind, at) => {
    if (bytes.subarray(at, at + kind.length).toString('latin1') === kind) seen.push([at, kind])
  })
  return [...new Map(seen.map((one) => [one.join(), one])).values()].toSorted(inOrder)
}

function findSlowly(literals: readonly string[], bytes: Buffer): readonly Seen[] {
  const seen = literals.flatMap((literal) => {
    const places: Seen[] = []
    for (let at = bytes.indexOf(literal); at >= 0; at = bytes.indexOf(literal, at + 1))
      places.push([at, literal])
    return places
  })
  return seen.toSorted(inOrder)
}

const inOrder = (a: Seen, b: Seen): number => a[0] - b[0] || a[1].localeCompare(b[1])

const literal = fc.string({
  unit: fc.constantFrom(...'a b c A B 0 1 - _ .'.split(' ')),
  minLength: 3,
  maxLength: 6,
})

test('every occurrence of a literal is found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(literal, { minLength: 1, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'a,b,c,A,B,0,1,-,_,., ,x,y,z'.split(',')), maxLength: 2000 }),
      (literals, noise) => {
        const bytes = Buffer.from(noise)
        expect(find(literals, bytes)).toEqual(findSlowly(literals, bytes))
      },
    ),
  )
})

test('a literal in any case is found', () => {
  const scan = new AnchorScan([{ kind: 'key', literal: Buffer.from('key-'), anyCase: true }])
  const seen: number[] = []
  scan.scan(Buffer.from('key- KEY- KeY- k-ey'), (_, at) => seen.push(at))
  expect(seen).toEqual([0, 5, 10])
})
