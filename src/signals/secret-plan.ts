import { isDeepStrictEqual } from 'node:util'
import { planAnchors, type Anchor, type Place } from './secret-anchors.ts'
import { nameFinder } from './secret-names.ts'
import { byteNeedlesOf, type Needle } from './secret-needles.ts'
import { privateKeyFinder } from './secret-pem.ts'
import { byteSet, type Finder, type Glance } from './secret-reading.ts'
import { SecretScan } from './secret-scan.ts'
import { shapeFinders } from './secret-shapes.ts'

/** A shape that may stand where its anchor is seen. */
type Shaped = {
  readonly kind: 'shaped'
  readonly finder: Finder
  readonly literal: Uint8Array
  /** Bits in which bytes may differ from those of the literal. */
  readonly anyBits: number
  /** One for each byte that may stand behind the literal. */
  readonly after: Uint8Array
  readonly isLikely: Glance | null
}

/** What an anchor stands for. */
export type Target = { readonly kind: 'known'; readonly needle: Needle } | Shaped

/** All that a search for secrets needs and that no log changes. */
export type SecretPlan = {
  readonly scan: SecretScan
  /** What may stand at each id of the scan. */
  readonly places: readonly (readonly Place<Target>[])[]
  /** Known secrets that go over the end of a line. */
  readonly needlesWithLineEnds: readonly Needle[]
  readonly longestNeedle: number
}

const FINDERS: readonly Finder[] = [...shapeFinders(), nameFinder, privateKeyFinder]

const ANY_BYTE = new Uint8Array(256).fill(1)

/** Does the anchor stand here, as far as the bytes go, with something behind it that makes sense? */
export function isLikelyAt(
  { literal, anyBits, after, isLikely }: Shaped,
  bytes: Uint8Array,
  at: number,
): boolean {
  const end = at + literal.length
  if (end >= bytes.length) return true
  if (after[bytes[end] ?? 0] === 0) return false
  for (let index = 0; index < literal.length; index += 1) {
    if (((bytes[at + index] ?? 0) | anyBits) !== literal[index]) return false
  }
  return isLikely === null || isLikely(bytes, end)
}

const shapeAnchors = (): readonly Anchor<Target>[] =>
  FINDERS.flatMap((finder) =>
    finder.anchors.map(({ literal: text, after, isLikely = null }) => {
      const { anyCase } = finder
      const literal = Buffer.from(text)
      const follows = after === undefined ? ANY_BYTE : byteSet(after)
      const anyBits = anyCase ? 32 : 0
      return {
        kind: { kind: 'shaped', finder, literal, anyBits, after: follows, isLikely },
        literal,
        anyCase,
      }
    }),
  )

/** Runs that are started from one environment share their plan. */
let recent: { readonly secrets: readonly string[]; readonly plan: SecretPlan } | null = null

export function planSearch(secrets: readonly string[]): SecretPlan {
  if (recent === null || !isDeepStrictEqual(recent.secrets, secrets)) {
    recent = { secrets: [...secrets], plan: makePlan(secrets) }
  }
  return recent.plan
}

function makePlan(secrets: readonly string[]): SecretPlan {
  const needles = byteNeedlesOf(secrets)
  const known = needles.map((needle) => ({
    kind: { kind: 'known' as const, needle },
    literal: needle.bytes,
    anyCase: false,
  }))
  const { trigrams, places } = planAnchors<Target>([...shapeAnchors(), ...known])
  return {
    scan: new SecretScan(trigrams),
    places,
    needlesWithLineEnds: needles.filter(({ hasLineEnd }) => hasLineEnd),
    longestNeedle: needles.reduce((most, { bytes }) => Math.max(most, bytes.length), 0),
  }
}
