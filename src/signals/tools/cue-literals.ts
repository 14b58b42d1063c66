/**
 * The words that a line must contain for an expression to match it. With them, hundreds of expressions are tested at
 * once. They are a superset: a line with a word may not match, but a line without any of them cannot.
 */

/** Shorter words occur in too many lines. */
const SHORTEST = 3
/** Consecutive choices multiply. Above this number, the words end before the choice. */
const MOST_WORDS = 12
const LONGEST = 20

/** One alternative of an expression. */
export type Alternative = {
  readonly source: string
  /** A line must contain one of them, in lower case if the expression ignores case. If empty, any line may match. */
  readonly words: readonly string[]
}

/** An expression, split into its alternatives. */
export type Cue = { readonly form: RegExp; readonly alternatives: readonly Alternative[] }

/** `whole`: all texts that an expression matches. `within`: texts of which each match contains one. Null if unknown. */
type Texts = { readonly whole: readonly string[] | null; readonly within: readonly string[] | null }

const UNKNOWN: Texts = { whole: null, within: null }

export const alternativesOf = ({ source, ignoreCase }: RegExp): readonly Alternative[] =>
  split(source).map((alternative) => {
    const { whole, within } = textsOf(alternative)
    const words = better(whole, within) ?? []
    if (strengthOf(words) < SHORTEST) return { source: alternative, words: [] }
    return { source: alternative, words: ignoreCase ? words.map((word) => word.toLowerCase()) : words }
  })

/** Words in lower case of which a text must contain one for the expression to match. Null if any text may match. */
export function neededWords(form: RegExp): readonly string[] | null {
  const alternatives = alternativesOf(form)
  if (alternatives.some(({ words }) => words.length === 0)) return null
  return [...new Set(alternatives.flatMap(({ words }) => words.map((word) => word.toLowerCase())))]
}

/** The selectivity of the weakest word. Spaces count nothing, capitals more than other letters. */
const strengthOf = (words: readonly string[]): number => Math.min(...words.map(strengthOfWord))

function strengthOfWord(word: string): number {
  if (word.trim() === '') return 0
  if (/[^\0-\x7f]/.test(word)) return Math.max(word.length, SHORTEST)
  return word.length < SHORTEST ? word.length : word.length + (word.match(/[A-Z]/g)?.length ?? 0) * 2
}

function better(one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null {
  if (one === null || other === null) return one ?? other
  return strengthOf(other) > strengthOf(one) ? other : one
}

const join = (heads: readonly string[], tails: readonly string[]): readonly string[] =>
  heads.flatMap((head) => tails.map((tail) => head + tail))

/** Null if there are too many to list. */
const repeat = (texts: readonly string[], times: number): readonly string[] | null =>
  times > LONGEST || texts.length ** times > MOST_WORDS
    ? null
    : Array.from({ length: times }, () => texts).reduce(join, [''])

const ESCAPE = /\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|k<[^>]*>|[^])/iy
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y

function matchAt(form: RegExp, source: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(source)
}

/** The index after the piece that begins at `at`: an escape, a class, a group, or one character. */
function endOfPiece(source: string, at: number): number {
  const char = source[at]
  if (char === '\\') return at + (matchAt(ESCAPE, source, at)?.[0].length ?? 1)
  if (char !== '[' && char !== '(') return at + 1
  const close = char === '[' ? ']' : ')'
  let end = at + 1
  // Within a class, only an escape is longer than one character.
  while (end < source.length && source[end] !== close)
    end = char === '(' || source[end] === '\\' ? endOfPiece(source, end) : end + 1
  return end + 1
}

function split(source: string): readonly string[] {
  const alternatives: string[] = []
  let start = 0
  for (let at = 0; at < source.length; at = endOfPiece(source, at)) {
    if (source[at] !== '|') continue
    alternatives.push(source.slice(start, at))
    start = at + 1
  }
  return [...alternatives, source.slice(start)]
}

/** The texts of one alternative: its plain runs, with every choice of a word within them. */
function textsOf(alternative: string): Texts {
  let run: readonly string[] = ['']
  let best: readonly string[] | null = null
  let isWhole = true
  for (let at = 0; at < alternative.length;) {
    const end = endOfPiece(alternative, at)
    const { whole, within } = textsOfPiece(alternative.slice(at, end))
    const { length, least, most } = quantifierAt(alternative, end)
    at = end + length
    const first = whole === null ? null : repeat(whole, least)
    const all = least === most ? first : whole !== null && most === 1 ? ['', ...whole] : null
    if (all !== null && all.length * run.length <= MOST_WORDS) {
      run = join(run, all)
      continue
    }
    const longer = first !== null && first.length * run.length <= MOST_WORDS ? join(run, first) : run
    best = better(better(best, longer), least === 0 ? null : within)
    run = first ?? ['']
    isWhole = false
  }
  return { whole: isWhole ? run : null, within: better(best, run) }
}

function quantifierAt(source: string, at: number): { length: number; least: number; most: number } {
  const [text = '', least, comma, most] = matchAt(QUANTIFIER, source, at) ?? []
  const { length } = text
  if (least !== undefined)
    return {
      length,
      least: Number(least),
      most: Number(comma === '' ? least : most || Number.POSITIVE_INFINITY),
    }
  switch (text[0]) {
    case undefined:
      return { length, least: 1, most: 1 }
    case '?':
      return { length, least: 0, most: 1 }
    default:
      return { length, least: text[0] === '+' ? 1 : 0, most: Number.POSITIVE_INFINITY }
  }
}

const known = (...texts: readonly string[]): Texts => ({ whole: texts, within: texts })

function textsOfPiece(piece: string): Texts {
  if (/^(?:[$^]|\\b|\\B|\(\?<?[=!].*)$/s.test(piece)) return known('')
  if (piece.startsWith('[')) return textsOfClass(piece.slice(1, -1))
  if (piece.startsWith('('))
    return textsOfGroup(piece.slice(/^\((?:\?(?:<\w+>|[\w-]*:))?/.exec(piece)?.[0].length, -1))
  if (piece === '.') return UNKNOWN
  const [, code, sign] = /^\\(?:[ux]([\da-f]+)|([^\w]))$/i.exec(piece) ?? []
  if (code !== undefined) return known(String.fromCharCode(Number.parseInt(code, 16)))
  return piece.startsWith('\\') && sign === undefined ? UNKNOWN : known(sign ?? piece)
}

/** Ranges and negated classes have too many members. */
function textsOfClass(members: string): Texts {
  const letters = new Set(members)
  return /^\^|[\\-]/.test(members) || letters.size > MOST_WORDS ? UNKNOWN : known(...letters)
}

function textsOfGroup(inside: string): Texts {
  const all = split(inside).map(textsOf)
  const whole = all.flatMap((one) => one.whole ?? [])
  const within = all.map((one) => better(one.whole, one.within))
  const isWhole = all.every((one) => one.whole !== null) && whole.length <= MOST_WORDS
  return {
    whole: isWhole ? [...new Set(whole)] : null,
    within: within.includes(null) ? null : within.flatMap((texts) => texts ?? []),
  }
}
