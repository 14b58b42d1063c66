import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planAnchors } from './secret-anchors.ts'
import { SecretScan } from './secret-scan.ts'

type Seen = readonly [at: number, literal: string]

/** Where the scan says that a literal may begin, and it does. */
function find(literals: readonly string[], bytes: Buffer): readonly Seen[] {
  const anchors = literals.map((literal) => ({
    kind: literal,
    literal: Buffer.from(literal),
    anyCase: false,
  }))
  const { trigrams, places } = planAnchors(anchors)
  const seen: Seen[] = []
  new SecretScan(trigrams).scan(bytes, 0, bytes.length - 2, (at, id) => {
    for (const { kind, offset } of places[id] ?? []) {
      if (bytes.subarray(at - offset, at - offset + kind.length).toString('latin1') === kind) {
        seen.push([at - offset, kind])
      }
    }
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
const FAST = 70_000

test('every place of a literal is found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(literal, { minLength: 1, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'a,b,c,A,B,0,1,-,_,., ,x,y,z'.split(',')), maxLength: 2000 }),
      (literals, noise) => {
        const small = Buffer.from(noise)
        const large = Buffer.concat([small, Buffer.alloc(FAST, '-'), small, Buffer.alloc(FAST, '-'), small])
        expect(find(literals, small)).toEqual(findSlowly(literals, small))
        expect(find(literals, large)).toEqual(findSlowly(literals, large))
      },
    ),
    { numRuns: 30 },
  )
})
