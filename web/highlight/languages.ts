/** What the highlighter knows of a language: its comments, its strings and its keywords. */

/** Something that begins with `open` and ends with `close`, perhaps on another line. */
export type Span = {
  readonly kind: 'comment' | 'string'
  readonly open: string
  /** Null: the end of the line. */
  readonly close: string | null
  /** A backslash before `close` does not end it. Such a string ends with its line unless `isLong`. */
  readonly isLong?: boolean
}

export type Language = { readonly spans: readonly Span[]; readonly keywords: ReadonlySet<string> }

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

const line = (open: string): Span => ({ kind: 'comment', open, close: null })
const block = (open: string, close: string): Span => ({ kind: 'comment', open, close, isLong: true })
const string = (quote: string): Span => ({ kind: 'string', open: quote, close: quote })
const long = (quote: string): Span => ({ kind: 'string', open: quote, close: quote, isLong: true })

const COMMON = `break case catch class const continue default do else enum extends false final finally for if import in
  interface new null private protected public return static super switch this throw true try void while`

const C_LIKE: Language = {
  spans: [line('//'), block('/*', '*/'), long('`'), string('"'), string("'")],
  keywords: words(`${COMMON} abstract any as async await bool boolean char constexpr def defer delete double
    dynamic explicit export extern float fn from func function get go goto implements instanceof int is let long
    match mod module mut namespace nil number object of operator override package readonly require satisfies set short
    sizeof string struct template type typedef typeof undefined union unsigned use using val var virtual where yield`),
}

/** A quote is a lifetime or a character here. */
const RUST: Language = {
  spans: [line('//'), block('/*', '*/'), long('"')],
  keywords:
    words(`as async await break const continue crate dyn else enum extern false fn for if impl in let loop
    match mod move mut pub ref return self Self static struct super trait true type unsafe use where while`),
}

const PYTHON: Language = {
  spans: [line('#'), long('"""'), long("'''"), string('"'), string("'")],
  keywords:
    words(`and as assert async await break class continue def del elif else except False finally for from
    global if import in is lambda match None nonlocal not or pass raise return self True try while with yield`),
}

const SHELL: Language = {
  spans: [line('#'), string('"'), string("'")],
  keywords:
    words(`BEGIN case def do done elif else elsif end esac exit export fi for function if in local module
    nil not or require return self set then true false unless until when while`),
}

/** Data: keys and values, no keywords but these. */
const DATA: Language = {
  spans: [line('#'), string('"'), string("'")],
  keywords: words('true false null yes no on off'),
}

const JSON_LIKE: Language = { spans: [line('//'), string('"')], keywords: words('true false null') }

const SQL: Language = {
  spans: [line('--'), block('/*', '*/'), string("'"), string('"')],
  keywords:
    words(`ADD ALTER AND AS ASC BEGIN BY CASE CHECK COLUMN COMMIT CONSTRAINT CREATE DEFAULT DELETE DESC DISTINCT
    DROP ELSE END EXISTS FOREIGN FROM GROUP HAVING IF IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON
    OR ORDER OUTER PRIMARY REFERENCES RETURNING ROLLBACK SELECT SET TABLE THEN UNION UNIQUE UPDATE VALUES VIEW WHEN WHERE
    WITH`),
}

const LUA: Language = {
  spans: [block('--[[', ']]'), line('--'), string('"'), string("'")],
  keywords: words(
    'and break do else elseif end false for function if in local nil not or repeat return then true until while',
  ),
}

const MARKUP: Language = {
  spans: [block('<!--', '-->'), string('"'), string("'")],
  keywords: words(''),
}

const CSS: Language = {
  spans: [block('/*', '*/'), string('"'), string("'")],
  keywords: words('important media'),
}

const BY_ENDING: readonly (readonly [string, Language])[] = [
  [
    'ts tsx mts cts js jsx mjs cjs java kt kts c h cc cpp hpp cs go swift scala dart php groovy gradle proto',
    C_LIKE,
  ],
  ['rs', RUST],
  ['py pyi', PYTHON],
  ['sh bash zsh fish rb pl pm r mk dockerfile containerfile makefile gemfile rakefile ex exs', SHELL],
  ['yaml yml toml ini cfg conf env properties tf hcl', DATA],
  ['json jsonc json5', JSON_LIKE],
  ['sql', SQL],
  ['lua', LUA],
  ['html htm xml svg vue svelte', MARKUP],
  ['css scss less', CSS],
]

const byEnding: ReadonlyMap<string, Language> = new Map(
  BY_ENDING.flatMap(([endings, language]) => endings.split(' ').map((ending) => [ending, language] as const)),
)

/** By the ending of the file's name, or by the name itself: `Dockerfile`. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? null
}
