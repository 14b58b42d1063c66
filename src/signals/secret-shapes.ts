/**
 * What keys look like.
 *
 * K1 A run of characters is scanned once: a form begins where no character of its own run stands before it, or
 * takes the whole run, so every form is linear; and no quantifier is open, because V8 gives up on a run of
 * millions. K2 A mask is made of stars, and a star counts as part of a run: masking uncovers no new match.
 * K3 No form goes on over the end of a line, none looks back further than `LOOK_BACK`, and none takes more than
 * `LONGEST` bytes, so that a log of any length can be looked through in pieces.
 */
import {
  BYTES,
  byteSet,
  lengthOfUnits,
  TEXT,
  type Finder,
  type Glance,
  type Reading,
  type Span,
} from './secret-reading.ts'

/** The second group of `form`, or else the whole match, is a secret if `isSecret` does not object. */
type Shape = {
  readonly form: RegExp
  /** Where there may be more than ASCII in the groups: how many units of the second are wanted, if it fits (R1). */
  readonly wanted?: (before: number, secret: number) => number | null
  readonly isSecret?: (secret: string) => boolean
  readonly anchors: readonly string[]
  readonly back?: number
  readonly anyCase?: true
  /** See `Finder`. */
  readonly reach?: number
  readonly isLikely?: Glance
}

/** Bytes before an anchor that say something about it. */
export const LOOK_BACK = 64
/** No secret but a value behind a name, and a known one, has more bytes behind its anchor. */
export const LONGEST: number = 64 * 1024
/** Most forms fail after fewer bytes than this, if they fail. */
const REACH = 512

const hasDigit = (text: string): boolean => /\d/.test(text)
/** Decoded, with no character that nobody types. */
const isUserAndPassword = (base64: string): boolean => {
  const decoded = Buffer.from(base64, 'base64').toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return decoded.includes(':') && !/[\u0000-\u001F]/.test(decoded)
}

/** Beginnings that only keys have. */
const BEFORE_ALNUM =
  'ghp_ gho_ ghu_ ghs_ ghr_ npm_ hf_ api_org_ sk_live_ sk_test_ pk_live_ pk_test_ rk_live_ rk_test_ whsec_ gsk_ r8_ fw_ dop_v1_ shpat_ shpss_ shpca_ shppa_ lin_api_ ntn_ sbp_'.split(
    ' ',
  )
/** The same, where the key may hold dashes, so that only a digit tells it from a name in kebab case. */
const BEFORE_ANY =
  'sk-admin- sk-or- sk-lf- sk-kimi- sk-cp- sk-None- github_pat_ glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- gloas- glffct- xapp- ya29. GOCSPX- 1//0 pypi- xai- pplx- csk- nvapi- tvly- dckr_pat_ figd_ glsa_ ATATT3 AGE-SECRET-KEY-'.split(
    ' ',
  )
const anyOf = (literals: readonly string[]): string => `(?:${literals.join('|').replaceAll('.', '\\.')})`

const SIGNATURES = ['sig=', 'X-Amz-Signature=', 'X-Goog-Signature=']
const SLACK_HOOKS = ['hooks.slack.com/services/', 'hooks.slack.com/workflows/']

const SCHEME = '://'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const IN_HOST = byteSet(`${LETTERS}${LETTERS.toUpperCase()}0123456789-._`)
/** After a host, most links go on with a path or end. */
const NO_CREDENTIALS = byteSet('/"\'<>* \t\r\n')

function mayHoldCredentials(bytes: Uint8Array, at: number): boolean {
  let end = at
  while (IN_HOST[bytes[end] ?? 0] === 1) end += 1
  return NO_CREDENTIALS[bytes[end] ?? 0] === 0
}

function shapesFor({ flag, solidBut, most }: Reading): readonly Shape[] {
  const re = (source: string): RegExp => new RegExp(source, flag)
  const anyCase = (source: string): RegExp => new RegExp(source, `${flag}i`)
  const raw = String.raw
  return [
    { anchors: ['sk-'], form: re('(?<![A-Za-z0-9*])sk-(?:ant|proj|svcacct|or-v1)-[A-Za-z0-9_-]{8,4000}') },
    { anchors: ['sk-'], form: re('(?<![A-Za-z0-9*])sk-[A-Za-z0-9]{24,4000}'), isSecret: hasDigit },
    {
      anchors: BEFORE_ALNUM,
      form: re(`(?<![A-Za-z0-9*])${anyOf(BEFORE_ALNUM)}[A-Za-z0-9]{16,4000}`),
      isSecret: hasDigit,
    },
    {
      anchors: BEFORE_ANY,
      form: re(`(?<![A-Za-z0-9*])${anyOf(BEFORE_ANY)}[A-Za-z0-9_-]{16,4000}`),
      isSecret: hasDigit,
    },
    {
      anchors: ['xox'],
      form: re(raw`(?<![A-Za-z0-9*])xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9_-]{16,4000}`),
      isSecret: hasDigit,
    },
    { anchors: ['AIza'], form: re('(?<![A-Za-z0-9_*-])AIza[A-Za-z0-9_-]{30,4000}') },
    {
      anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
      form: re('(?<![A-Za-z0-9*])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9*])'),
    },
    {
      anchors: ['SG.'],
      form: re(raw`(?<![A-Za-z0-9_*-])SG\.[A-Za-z0-9_-]{16,200}\.[A-Za-z0-9_-]{16,200}`),
    },
    {
      anchors: ['JQQJ9'],
      back: 52,
      form: re('(?<![A-Za-z0-9*])[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}(?![A-Za-z0-9*])'),
    },
    {
      anchors: ['8Q~'],
      back: 3,
      form: re('(?<![A-Za-z0-9_.~*-])[A-Za-z0-9_.~-]{3}8Q~[A-Za-z0-9_.~-]{31,200}'),
    },
    {
      anchors: ['eyJ'],
      reach: LONGEST,
      form: re(
        raw`(?<![A-Za-z0-9_*-])eyJ[A-Za-z0-9_-]{10,20000}\.[A-Za-z0-9_-]{10,20000}\.[A-Za-z0-9_-]{5,20000}`,
      ),
    },
    { anchors: SLACK_HOOKS, form: re(raw`(\b${anyOf(SLACK_HOOKS)})([A-Za-z0-9/_-]{20,200})`) },
    {
      anchors: SIGNATURES.flatMap((name) => [`?${name}`, `&${name}`]),
      form: re(`([?&]${anyOf(SIGNATURES)})([A-Za-z0-9%+/=_-]{20,4000})`),
    },
    {
      anchors: [SCHEME],
      reach: 4000,
      form: re(
        raw`(:\/\/${solidBut(`:/@*"'<>`)}{0,${most(64)}}:)(${solidBut(`/@*"'<>`)}{3,${most(1000)}})(?=@[\w.[-])`,
      ),
      wanted: (before, secret) => (before <= 68 && secret >= 3 && secret <= 1000 ? secret : null),
      isLikely: mayHoldCredentials,
    },
    {
      anchors: [SCHEME],
      reach: 1100,
      form: re(raw`(:\/\/)([A-Za-z0-9_-]{20,1000})(?=@[\w.-])`),
      isSecret: hasDigit,
      isLikely: mayHoldCredentials,
    },
    {
      // Not the flag: it takes the bytes of one character for those of another.
      anchors: ['cookie'],
      anyCase: true,
      form: re(
        raw`(\b[cC][oO][oO][kK][iI][eE]["'\\]{0,3}: ?["'\\]{0,3})(${solidBut(raw`"'\\*`)}[^\r\n"'\\*]{7,${most(8000)}})`,
      ),
      wanted: (_, secret) => (secret >= 8 ? Math.min(secret, 8001) : null),
      isSecret: (pairs) => pairs.includes('='),
    },
    {
      anchors: ['bearer '],
      anyCase: true,
      form: anyCase(raw`(\bbearer {1,8})([A-Za-z0-9._~+/-]{14,20000}={0,2})`),
      isSecret: (secret) => hasDigit(secret) || /[a-z][A-Z]/.test(secret),
    },
    {
      anchors: ['basic '],
      anyCase: true,
      form: anyCase(raw`(\bbasic {1,8})([A-Za-z0-9+/]{8,4000}={0,2})`),
      isSecret: isUserAndPassword,
    },
  ]
}

const IN_TEXT = shapesFor(TEXT)

/** All keys in a text. */
export function shapedSecrets(text: string): readonly Span[] {
  const spans: Span[] = []
  const lower = text.toLowerCase()
  for (const { form, isSecret, anchors, anyCase } of IN_TEXT) {
    // Most texts hold no anchor at all: to look for one costs less than to make the form, and some are slow to fail.
    if (!anchors.some((anchor) => (anyCase === true ? lower : text).includes(anchor))) continue
    form.lastIndex = 0
    for (let match = form.exec(text); match !== null; match = form.exec(text)) {
      const secret = secretOf(match)
      if (isSecret?.(text.slice(...secret)) !== false) spans.push(secret)
    }
  }
  return spans
}

function secretOf(match: RegExpExecArray): Span {
  const end = match.index + match[0].length
  return match[2] === undefined ? [match.index, end] : [end - match[2].length, end]
}

/** What is left of a match when it is measured as text. */
function measured(match: RegExpExecArray, wanted: Shape['wanted']): Span | null {
  const [from, to] = secretOf(match)
  const [, before = '', secret = ''] = match
  if (wanted === undefined) return [from, to]
  const units = wanted(BYTES.textOf(before).length, BYTES.textOf(secret).length)
  return units === null ? null : [from, from + lengthOfUnits(secret, units, BYTES)]
}

/** The same for the bytes of a log. */
export const shapeFinders = (): readonly Finder[] =>
  shapesFor(BYTES).map(
    ({ form, isSecret, wanted, anchors, back = 0, anyCase = false, reach = REACH, isLikely }) => ({
      anchors: anchors.map((literal) => ({ literal, ...(isLikely && { isLikely }) })),
      back,
      anyCase,
      reach,
      findAt: (text, at) => {
        form.lastIndex = at
        const match = form.exec(text)
        const secret = match && measured(match, wanted)
        if (secret === null) return null
        return { secret: isSecret?.(text.slice(...secret)) === false ? null : secret, next: secret[1] }
      },
    }),
  )
