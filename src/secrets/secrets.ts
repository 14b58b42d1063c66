/**
 * Nothing that Mayday keeps or shows contains a secret. Secrets known from the environment, and everything with the
 * shape of one, are replaced by stars of the same length, so that offsets into the text stay valid.
 */
import { SHORTEST } from './literals.ts'
import { SecretSpans } from './secret-spans.ts'
import type { Span } from './shapes.ts'

const NONE: readonly string[] = []

/** A line is used as a message, as an excerpt and as the line before the next. The cache prevents a second search. */
const RECENT = 2
const LONGEST_RECENT = 4000
const recent: { readonly text: string; readonly secrets: readonly string[]; readonly safe: string }[] = []

/** Text that may be shown or kept: known secrets and everything with the shape of one are masked at their length. */
export function redact(text: string, secrets: readonly string[] = NONE): string {
  if (text.length < SHORTEST) return text
  const known = recent.find((one) => one.text === text && one.secrets === secrets)
  if (known !== undefined) return known.safe
  const safe = mask(text, findSecrets(text, secrets))
  if (text.length <= LONGEST_RECENT && recent.push({ text, secrets, safe }) > RECENT) recent.shift()
  return safe
}

/** All secrets in a text, in UTF-16 units, in order. No two of them touch. */
function findSecrets(text: string, secrets: readonly string[]): readonly Span[] {
  const bytes = Buffer.from(text)
  const search = new SecretSpans(secrets)
  search.push(bytes)
  const units = unitCounter(bytes, text)
  return search.end().map(({ from, to }) => [units(from), units(to)])
}

/** Returns how many units of the text are before a byte. Places must increase. */
function unitCounter(bytes: Buffer, text: string): (place: number) => number {
  if (bytes.length === text.length) return (place) => place
  let [at, units] = [0, 0]
  return (place) => {
    units += bytes.toString('utf8', at, place).length
    at = place
    return units
  }
}

function mask(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let done = 0
  for (const [from, to] of spans) {
    parts.push(text.slice(done, from), '*'.repeat(to - from))
    done = to
  }
  return parts.join('') + text.slice(done)
}

/**
 * The bytes of a log as they may be shown, with stars for secrets. Bytes that may be part of a secret are held back
 * until that is known: an incomplete line, a private key without its end, or a few hundred KiB of an endless line.
 * The concatenated output is the whole log, masked at its length.
 */
export class RedactingStream {
  readonly #spans: SecretSpans
  #shown: Buffer[] = []
  /** The offset of the next output byte. */
  #at = 0

  constructor(secrets: readonly string[]) {
    this.#spans = new SecretSpans(secrets, (bytes) => this.#show(bytes))
  }

  /** Returns the bytes that may be shown now. */
  push(chunk: Uint8Array): Buffer {
    this.#spans.push(chunk)
    this.#spans.settle()
    return this.#take()
  }

  /** Returns the bytes that were held back. */
  end(): Buffer {
    this.#spans.end()
    return this.#take()
  }

  #show(bytes: Buffer): void {
    const shown = Buffer.from(bytes)
    for (const { from, to } of this.#spans.spans) {
      shown.fill('*', clamp(from - this.#at, shown.length), clamp(to - this.#at, shown.length))
    }
    this.#at += shown.length
    this.#spans.dropUntil(this.#at)
    this.#shown.push(shown)
  }

  #take(): Buffer {
    const shown = Buffer.concat(this.#shown)
    this.#shown = []
    return shown
  }
}

const clamp = (place: number, length: number): number => Math.min(length, Math.max(0, place))

/** Words in a variable's name that mark its value as a secret. */
const SECRET_WORDS: ReadonlySet<string> = new Set(
  'KEY KEYS APIKEY TOKEN SECRET SECRETS PASSWORD PASSWD PASS PASSPHRASE PWD PAT CREDENTIAL CREDENTIALS AUTH COOKIE BEARER'.split(
    ' ',
  ),
)
/** Last words of a name that mark it as data about a secret instead. */
const ABOUT_SECRETS: ReadonlySet<string> = new Set(
  'TYPE METHOD MODE HOST PORT URL URI NAME USER USERNAME FILE PATH DIR SOCK SOCKET ENABLED DISABLED COUNT LIMIT TTL EXPIRY PROVIDER REGION SCOPE BACKEND STORE HELPER MIN MAX SIZE LENGTH ALGORITHM VERSION'.split(
    ' ',
  ),
)
const HARMLESS_NAMES: ReadonlySet<string> = new Set([
  'PWD',
  'OLDPWD',
  'SSH_AUTH_SOCK',
  'XAUTHORITY',
  'TOKENIZERS_PARALLELISM',
])
const SHORTEST_VALUE = 8
/** A shorter value is checked only if its name marks it as a secret. */
const SHORTEST_KEY = 20
const FILE_PATH = /^(?:~|\.{1,2})?[/\\][\w.@ /\\-]*$|^[A-Za-z]:[\\/]|^file:/
const LONG_MIXED_PART = /(?=[^A-Z/]*[A-Z])(?=[^a-z/]*[a-z])(?=[^\d/]*\d)[A-Za-z0-9]{16}/

/** Names more variables whose values are secrets, separated by commas. Its own name must not look like a secret. */
export const MASKED_VARIABLE = 'MAYDAY_MASKED'

/** Values of variables whose names mark them as secrets, and keys in any other variable, longest first. */
export function secretsFromEnv(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = (env[MASKED_VARIABLE] ?? '').split(',').flatMap((name) => env[name]?.trim() ?? [])
  const found = Object.entries(env).flatMap(([name, value = '']) => secretsIn(value.trim(), name))
  const values = [...found, ...named.filter((value) => value.length >= SHORTEST)]
  return [...new Set(values)].toSorted((a, b) => b.length - a.length)
}

function secretsIn(value: string, name: string): readonly string[] {
  const whole = isSecretName(name) && isSecretValue(value, name) ? [value] : []
  if (value.length < SHORTEST_KEY) return whole
  const keys = findSecrets(value, NONE).map((span) => value.slice(...span))
  // A password in a URL may be a word that the log needs. It is masked in the URL anyway.
  return [...whole, ...keys.flatMap((key) => [key, decoded(key)]).filter((key) => isSecretValue(key, ''))]
}

/** The form outside of URLs. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // It was not encoded.
    return part
  }
}

function isSecretName(name: string): boolean {
  if (HARMLESS_NAMES.has(name.toUpperCase())) return false
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  return words.some((word) => SECRET_WORDS.has(word)) && !ABOUT_SECRETS.has(words.at(-1) ?? '')
}

function isSecretValue(value: string, name: string): boolean {
  if (value.length < SHORTEST_VALUE || /^(?:true|false|enabled|disabled|\*+)$/i.test(value)) return false
  const isPassword = /passw|passphrase|pwd/i.test(name)
  if (/^\d+(?:\.\d+)?$/.test(value) || /^[a-z]+$/.test(value)) return isPassword
  if (/^https?:\/\/[^@]*$/.test(value)) return false
  return !FILE_PATH.test(value) || LONG_MIXED_PART.test(value)
}
