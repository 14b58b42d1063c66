/**
 * Every secret holds three bytes by which it is found in a long text. Which three is chosen here, so that few other
 * places have them.
 */
import { hashOf, type Trigram } from './secret-scan.ts'
import { BYTE_WEIGHTS, CASELESS_WEIGHTS } from './secret-weights.ts'

/** A piece of text that every secret of one kind holds. Where `anyCase`, it is in lower case. */
export type Anchor<Kind> = { readonly kind: Kind; readonly literal: Uint8Array; readonly anyCase: boolean }
/** An anchor may begin at `offset` bytes before the three. */
export type Place<Kind> = { readonly kind: Kind; readonly offset: number }

const MOST_IDS = 255
const STAR = 42

/** Where the rarest three bytes begin. Stars may stand for anything, so they are avoided. */
function rarestIn({ literal, anyCase }: Anchor<unknown>): number {
  const weights = anyCase ? CASELESS_WEIGHTS : BYTE_WEIGHTS
  const weightAt = (at: number): number => (literal[at] === STAR ? 1000 : (weights[literal[at] ?? 0] ?? 0))
  let best = 0
  let least = Infinity
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    const weight = weightAt(at) * weightAt(at + 1) * weightAt(at + 2)
    if (weight < least) [best, least] = [at, weight]
  }
  return best
}

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122

/** All ways to write the three bytes. */
function variantsOf({ literal, anyCase }: Anchor<unknown>, at: number): readonly number[] {
  let variants: readonly number[] = [0]
  for (let index = 0; index < 3; index += 1) {
    const byte = literal[at + index] ?? 0
    const cases = anyCase && isLetter(byte) ? [byte & ~32, byte] : [byte]
    variants = variants.flatMap((start) => cases.map((one) => start | (one << (8 * index))))
  }
  return variants
}

/** The trigrams to scan for, and what may stand at each of their ids. */
export function planAnchors<Kind>(anchors: readonly Anchor<Kind>[]): {
  readonly trigrams: readonly Trigram[]
  readonly places: readonly (readonly Place<Kind>[])[]
} {
  const slots = new Map<number, Place<Kind>[]>()
  const chosen = new Map<string, readonly number[]>()
  for (const anchor of anchors) {
    const offset = rarestIn(anchor)
    const variants = variantsOf(anchor, offset)
    chosen.set(variants.join(), variants)
    for (const slot of new Set(variants.map(hashOf))) {
      slots.set(slot, [...(slots.get(slot) ?? []), { kind: anchor.kind, offset }])
    }
  }
  const { idOf, places } = numberPlaces(slots)
  const trigrams = [...chosen.values()].map((variants) => ({
    variants,
    ids: variants.map((bytes) => idOf.get(hashOf(bytes)) ?? MOST_IDS),
  }))
  return { trigrams, places }
}

/** Slots that hold the same share a number; where numbers run out, the last means everything that is left. */
function numberPlaces<Kind>(slots: ReadonlyMap<number, readonly Place<Kind>[]>): {
  readonly idOf: ReadonlyMap<number, number>
  readonly places: readonly (readonly Place<Kind>[])[]
} {
  const kinds = new Map<Kind, number>()
  const known = new Map<string, number>()
  const idOf = new Map<number, number>()
  const places: Place<Kind>[][] = [[]]
  const numberOf = (kind: Kind): number => kinds.get(kind) ?? kinds.set(kind, kinds.size).size - 1
  for (const [slot, some] of slots) {
    const key = some.map(({ kind, offset }) => `${numberOf(kind)}+${offset}`).join()
    const id = known.get(key) ?? Math.min(places.length, MOST_IDS)
    if (!known.has(key)) places[id] = [...(places[id] ?? []), ...some]
    known.set(key, id)
    idOf.set(slot, id)
  }
  return { idOf, places }
}
