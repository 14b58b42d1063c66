/**
 * What keys look like, and where they stand in a text.
 *
 * K1 A run of characters is scanned once: a form begins where no character of its own run stands before it, or
 * takes the whole run, so every form is linear; and no quantifier is open, because V8 gives up on a run of
 * millions. K2 A mask is made of stars, and a star counts as part of a run:
 * masking uncovers no new match.
 */

/** From and to, in UTF-16 units. */
export type Span = readonly [number, number]

/** The second group of `form`, or else the whole match, is a secret if `isSecret` does not object. */
type Shape = {
  readonly form: RegExp
  readonly isSecret?: (secret: string) => boolean
  /** Without it in the text the form, which is slow to fail, is not tried. */
  readonly cue?: string
}

const hasDigit = (text: string): boolean => /\d/.test(text)
/** Decoded, with no character that nobody types. */
const isUserAndPassword = (base64: string): boolean => {
  const decoded = Buffer.from(base64, 'base64').toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return decoded.includes(':') && !/[\u0000-\u001F]/.test(decoded)
}

/** Prefixes that only keys have. */
const BEFORE_ALNUM =
  'gh[pousr]_|npm_|hf_|api_org_|[spr]k_(?:live|test)_|whsec_|gsk_|r8_|fw_|dop_v1_|shp(?:at|ss|ca|pa)_|lin_api_|ntn_|sbp_'
/** The same, where the key may hold dashes, so that only a digit tells it from a name in kebab case. */
const BEFORE_ANY =
  'sk-(?:admin|or|lf|kimi|cp|None)-|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct)-|xox[abceoprs](?:\\.xox[bp])?-|xapp-|ya29\\.|GOCSPX-|1//0|pypi-|xai-|pplx-|csk-|nvapi-|tvly-|dckr_pat_|figd_|glsa_|ATATT3|AGE-SECRET-KEY-'

const SHAPES: readonly Shape[] = [
  { form: /(?<![A-Za-z0-9*])sk-(?:ant|proj|svcacct|or-v1)-[A-Za-z0-9_-]{8,4000}/g },
  { form: /(?<![A-Za-z0-9*])sk-[A-Za-z0-9]{24,4000}/g, isSecret: hasDigit },
  { form: new RegExp(`(?<![A-Za-z0-9*])(?:${BEFORE_ALNUM})[A-Za-z0-9]{16,4000}`, 'g'), isSecret: hasDigit },
  { form: new RegExp(`(?<![A-Za-z0-9*])(?:${BEFORE_ANY})[A-Za-z0-9_-]{16,4000}`, 'g'), isSecret: hasDigit },
  { form: /(?<![A-Za-z0-9_*-])AIza[A-Za-z0-9_-]{30,4000}/g },
  { form: /(?<![A-Za-z0-9*])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9*])/g },
  { form: /(?<![A-Za-z0-9_*-])SG\.[A-Za-z0-9_-]{16,200}\.[A-Za-z0-9_-]{16,200}/g },
  { form: /(?<![A-Za-z0-9*])[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}(?![A-Za-z0-9*])/g, cue: 'JQQJ9' },
  { form: /(?<![A-Za-z0-9_.~*-])[A-Za-z0-9_.~-]{3}8Q~[A-Za-z0-9_.~-]{31,200}/g },
  { form: /(?<![A-Za-z0-9_*-])eyJ[A-Za-z0-9_-]{10,20000}\.[A-Za-z0-9_-]{10,20000}\.[A-Za-z0-9_-]{5,20000}/g },
  { form: /(\bhooks\.slack\.com\/(?:services|workflows)\/)([A-Za-z0-9/_-]{20,200})/g },
  { form: /([?&](?:sig|X-Amz-Signature|X-Goog-Signature)=)([A-Za-z0-9%+/=_-]{20,4000})/g },
  { form: /(:\/\/[^\s:/@*"'<>]{0,64}:)([^\s/@*"'<>]{3,1000})(?=@[\w.[-])/g },
  { form: /(:\/\/)([A-Za-z0-9_-]{20,1000})(?=@[\w.-])/g, isSecret: hasDigit },
  {
    form: /(\b(?:set-)?cookie["'\\]{0,3}: ?["'\\]{0,3})([^\s"'\\*][^\r\n"'\\*]{7,8000})/gi,
    isSecret: (pairs) => pairs.includes('='),
  },
  {
    form: /(\bbearer {1,8})([A-Za-z0-9._~+/-]{14,20000}={0,2})/gi,
    isSecret: (secret) => hasDigit(secret) || /[a-z][A-Z]/.test(secret),
  },
  { form: /(\bbasic {1,8})([A-Za-z0-9+/]{8,4000}={0,2})/gi, isSecret: isUserAndPassword },
]

const NAMES = [
  '(?:api|access|secret|private|auth|account|sharedaccess|encryption|signing|master|subscription|service)[_-]?key',
  'secret(?:[_-]?(?:access[_-]?key|token|value))?',
  '(?<!(?:unexpected|invalid|illegal) )token',
  'pass(?:word|wd|phrase|code)',
  '(?<![a-z])pass',
  'pwd',
  'credentials?',
  'authorization',
].join('|')

/** A key's name and what stands before its value: `API_KEY=`, `"apiKey": "`, `X-Api-Key: `, `--token `. */
const NAMED = new RegExp(
  `(?:${NAMES})[\\\\"'\`]{0,4}(?: {0,3}(?::=|=>|[:=](?!=)) {0,3}|(?<=--[a-z-]{3,30}) )[\\\\"'\`]{0,4}(?:(?:bearer|basic|token) )?(?=[^\\s"'\`\\\\,;<>()\\[\\]{}|&*$%])`,
  'gi',
)
/** A key's name takes six characters, so that a short look at each value stays linear. */
const VALUE = /[^\s"'`\\,;<>()[\]{}|&*]{1,200}/y

const WORDS = /^[a-z_$.-]+$/i
const NO_SECRET =
  /^(?:true|false|null|undefined|none|string|number|boolean|optional|redacted|hidden|\d{1,15}|v?\d+(?:\.\d+)+[\w.+-]*)$|:\/\/|^(?:process|os|import|env|self|this|config|ctx|req|res|args|options|settings|secrets|vars|github)\.|^[/~@]|^\.{1,2}\/|[\w-]\/[\w-]+\.\w{1,5}$/i
const SPEAKS_OF_KEYS =
  /pass|token|secret|key|cred|auth|string|bearer|value|valid|missing|expire|require|field|input|your|example|here|incorrect|wrong/i
const BASE64_KEY = /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=\D*\d)[A-Za-z0-9/+]{40}={0,2}$/

/** Could this be the value behind a key's name, and no code, type, number or word? */
function isValue(value: string, name: string): boolean {
  const bare = value.replace(/[.:!?]{1,3}$/, '')
  if (BASE64_KEY.test(bare) || (/passw|pwd/i.test(name) && /^\d{6,15}$/.test(bare))) return true
  if (bare.length < 6 || NO_SECRET.test(bare)) return false
  if (!WORDS.test(bare)) return bare.length >= 8 || hasDigit(bare)
  if (SPEAKS_OF_KEYS.test(bare)) return false
  // Words alone are a password only where they are written as one, not where code names a variable.
  return bare.length >= 8 && /pass|pwd|secret/i.test(name) && /=["'\\]*$|: ?["'\\]+$/.test(name)
}

/** Values that stand behind the name of a key. */
function namedSecrets(text: string): readonly Span[] {
  const spans: Span[] = []
  NAMED.lastIndex = 0
  for (let name = NAMED.exec(text); name !== null; name = NAMED.exec(text)) {
    const { lastIndex: from } = NAMED
    VALUE.lastIndex = from
    const value = VALUE.exec(text)?.[0] ?? ''
    const next = text[from + value.length] ?? ''
    if (next === '(' || next === '[' || !isValue(value, name[0])) continue
    const to = valueEnd(text, from + value.length)
    spans.push([from, to])
    NAMED.lastIndex = to
  }
  return spans
}

function valueEnd(text: string, from: number): number {
  let end = from
  for (VALUE.lastIndex = end; VALUE.test(text); VALUE.lastIndex = end) end = VALUE.lastIndex
  return end
}

function shapedSecrets(text: string): readonly Span[] {
  const spans: Span[] = []
  for (const { form, isSecret, cue } of SHAPES) {
    if (cue !== undefined && !text.includes(cue)) continue
    form.lastIndex = 0
    for (let found = form.exec(text); found !== null; found = form.exec(text)) {
      const secret = found[2] ?? found[0]
      const from = found.index + (found[2] === undefined ? 0 : (found[1]?.length ?? 0))
      if (isSecret?.(secret) !== false) spans.push([from, from + secret.length])
    }
  }
  return spans
}

const PEM_BEGIN = '-----BEGIN '
const PEM_HEADER = /[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** The body of a key that was cut off: base64, with line ends as they are or as JSON writes them. */
const PEM_REST =
  /(?:[\r\n\\nr]{1,8}(?:Proc-Type|DEK-Info)[^\r\n\\*]{1,100}){0,2}[A-Za-z0-9+/=\r\n\\]{0,20000}/y
/** No private key is longer; beyond this an end belongs to something else. */
const LONGEST_PEM = 20_000

/** Private keys in PEM, with or without their last line. */
function privateKeys(text: string): readonly Span[] {
  const spans: Span[] = []
  let at = text.indexOf(PEM_BEGIN)
  while (at >= 0) {
    const next = text.indexOf(PEM_BEGIN, at + PEM_BEGIN.length)
    PEM_HEADER.lastIndex = at + PEM_BEGIN.length
    if (PEM_HEADER.test(text)) spans.push([at, privateKeyEnd(text, PEM_HEADER.lastIndex, next)])
    at = next
  }
  return spans
}

function privateKeyEnd(text: string, body: number, next: number): number {
  const most = body + LONGEST_PEM
  const within = text.slice(body, next < 0 ? most : Math.min(next, most))
  const end = PEM_END.exec(within)
  if (end !== null) return body + end.index + end[0].length
  PEM_REST.lastIndex = body
  PEM_REST.test(text)
  return PEM_REST.lastIndex
}

/** Everything in the text that is shaped like a secret. */
export const findSecrets = (text: string): readonly Span[] => [
  ...shapedSecrets(text),
  ...namedSecrets(text),
  ...privateKeys(text),
]
