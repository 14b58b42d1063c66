/**
 * The shapes of keys.
 *
 * K1 A run of characters is scanned once, so every form is linear: a form starts where no character of its own run is
 * before it, or takes the whole run. No quantifier is unbounded, because V8 fails on a run of millions.
 * K2 A mask consists of stars, and a star counts as part of a run. So masking exposes no new match.
 * K3 No form crosses a line end, looks back further than `LOOK_BACK`, or takes more than `LONGEST` bytes. So a log of
 * any length can be searched in pieces.
 */

/** From and to, in bytes of the searched text. */
export type Span = readonly [from: number, to: number]

/** The span of the secret, if it is one, and where the search continues. */
export type Found = { readonly secret: Span | null; readonly next: number }

/** A cheap check of the bytes after an anchor, which rules out most false matches. */
type Glance = (bytes: Uint8Array, at: number) => boolean

/** A literal that every secret of one kind contains. */
type Beginning = {
  readonly literal: string
  /** The characters that may follow; any character if absent. */
  readonly after?: string
  readonly isLikely?: Glance
}

/** Finds one kind of secret in a text that has one character per byte of a log. */
export type Finder = {
  /** Every match contains one of them, `back` characters after its start. */
  readonly anchors: readonly Beginning[]
  readonly back: number
  readonly anyCase: boolean
  readonly findAt: (text: string, at: number) => Found | null
}

/** The bytes of `\s` beyond ASCII in UTF-8. */
const WHITE = String.raw`\xC2\xA0|\xE1\x9A\x80|\xE2(?:\x80[\x80-\x8A\xA8\xA9\xAF]|\x81\x9F)|\xE3\x80\x80|\xEF\xBB\xBF`

/** The source of an expression for one byte of a character that is neither white space nor one of these. */
export const solidBut = (chars: string): string =>
  String.raw`(?:[^\t-\r ${chars}\x80-\xFF]|(?!${WHITE})[\x80-\xFF])`

/** 1 at the code of each of these characters. */
export function byteSet(chars: string): Uint8Array {
  const set = new Uint8Array(256)
  for (const byte of Buffer.from(chars)) set[byte] = 1
  return set
}

/** The second group of `form`, or else the whole match, is a secret unless `isSecret` rejects it. */
type Shape = {
  readonly form: RegExp
  readonly isSecret?: (secret: string) => boolean
  readonly anchors: readonly string[]
  readonly back?: number
  readonly anyCase?: true
  readonly isLikely?: Glance
}

/** How many bytes before an anchor are checked. */
export const LOOK_BACK = 64
/** Only a value after a name and a known secret may have more bytes after the anchor. */
export const LONGEST: number = 64 * 1024

const hasDigit = (text: string): boolean => /\d/.test(text)
/** Decoded, without control characters. */
const isUserAndPassword = (base64: string): boolean => {
  const decoded = Buffer.from(base64, 'base64').toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return decoded.includes(':') && !/[\u0000-\u001F]/.test(decoded)
}

/** Prefixes that only keys have. */
const BEFORE_ALNUM =
  'ghp_ gho_ ghu_ ghs_ ghr_ npm_ hf_ api_org_ sk_live_ sk_test_ pk_live_ pk_test_ rk_live_ rk_test_ whsec_ gsk_ r8_ fw_ dop_v1_ shpat_ shpss_ shpca_ shppa_ lin_api_ ntn_ sbp_'.split(
    ' ',
  )
/** Prefixes of keys that may contain dashes. Only a digit distinguishes them from a kebab-case name. */
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
/** After a host, most URLs continue with a path or end. */
const NO_CREDENTIALS = byteSet('/"\'<>* \t\r\n')

function mayHoldCredentials(bytes: Uint8Array, at: number): boolean {
  let end = at
  while (IN_HOST[bytes[end] ?? 0] === 1) end += 1
  return NO_CREDENTIALS[bytes[end] ?? 0] === 0
}

const re = (source: string): RegExp => new RegExp(source, 'y')
const reAnyCase = (source: string): RegExp => new RegExp(source, 'iy')
const { raw } = String

const SHAPES: readonly Shape[] = [
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
    form: re(raw`(:\/\/${solidBut(`:/@*"'<>`)}{0,192}:)(${solidBut(`/@*"'<>`)}{3,3000})(?=@[\w.[-])`),
    isLikely: mayHoldCredentials,
  },
  {
    anchors: [SCHEME],
    form: re(raw`(:\/\/)([A-Za-z0-9_-]{20,1000})(?=@[\w.-])`),
    isSecret: hasDigit,
    isLikely: mayHoldCredentials,
  },
  {
    // Not the `i` flag: it would mix up bytes of different characters.
    anchors: ['cookie'],
    anyCase: true,
    form: re(
      raw`(\b[cC][oO][oO][kK][iI][eE]["'\\]{0,3}: ?["'\\]{0,3})(${solidBut(raw`"'\\*`)}[^\r\n"'\\*]{7,8000})`,
    ),
    isSecret: (pairs) => pairs.includes('='),
  },
  {
    anchors: ['bearer '],
    anyCase: true,
    form: reAnyCase(raw`(\bbearer {1,8})([A-Za-z0-9._~+/-]{14,20000}={0,2})`),
    isSecret: (secret) => hasDigit(secret) || /[a-z][A-Z]/.test(secret),
  },
  {
    anchors: ['basic '],
    anyCase: true,
    form: reAnyCase(raw`(\bbasic {1,8})([A-Za-z0-9+/]{8,4000}={0,2})`),
    isSecret: isUserAndPassword,
  },
]

function secretOf(match: RegExpExecArray): Span {
  const end = match.index + match[0].length
  return match[2] === undefined ? [match.index, end] : [end - match[2].length, end]
}

export const shapeFinders: readonly Finder[] = SHAPES.map(
  ({ form, isSecret, anchors, back = 0, anyCase = false, isLikely }) => ({
    anchors: anchors.map((literal) => ({ literal, ...(isLikely && { isLikely }) })),
    back,
    anyCase,
    findAt: (text, at) => {
      form.lastIndex = at
      const match = form.exec(text)
      if (match === null) return null
      const secret = secretOf(match)
      return { secret: isSecret?.(text.slice(...secret)) === false ? null : secret, next: secret[1] }
    },
  }),
)

/** Private keys in PEM, with or without their last line. */
const BEGIN = '-----BEGIN '
const HEADER = /[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** No private key is longer. An end line after this belongs to another text. */
const LONGEST_BODY = 20_000

/** The body of a key that was cut off: base64, with literal or JSON-escaped line ends. */
const REST = new RegExp(
  String.raw`(?:[\r\n\\nr]{1,8}(?:Proc-Type|DEK-Info)[^\r\n\\*]{1,300}){0,2}[A-Za-z0-9+/=\r\n\\]{0,${LONGEST_BODY}}`,
  'y',
)

/** The end of a key, and whether more text could show a later end. */
type KeyEnd = { readonly to: number; readonly isOpen: boolean }

function findKey(text: string, at: number): KeyEnd | null {
  HEADER.lastIndex = at + BEGIN.length
  if (!HEADER.test(text)) return null
  const body = HEADER.lastIndex
  const all = text.slice(body, body + LONGEST_BODY)
  const [within = ''] = all.split(BEGIN, 1)
  // A key contains no zero byte. It separates unrelated texts.
  const [one = ''] = within.split('\0', 1)
  const end = END.exec(one)
  if (end !== null) return { to: body + end.index + end[0].length, isOpen: false }
  REST.lastIndex = body
  REST.test(text)
  return { to: REST.lastIndex, isOpen: one.length < LONGEST_BODY && one.length === all.length }
}

export const privateKeyFinder: Finder = {
  anchors: [{ literal: BEGIN }],
  back: 0,
  anyCase: false,
  findAt: (text, at) => {
    const key = findKey(text, at)
    return key && { secret: [at, key.to], next: at + 1 }
  },
}

/** Whether a private key starts here whose end may still come. */
export const isOpenKey = (text: string, at: number): boolean => findKey(text, at)?.isOpen === true
