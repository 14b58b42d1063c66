/** The YAML between the `---` lines at the start of a card. Only this file and edit-frontmatter.ts use the parser. */
import { isObject } from '../signals/bytes/records.ts'
import { Composer, isMap, isScalar, LineCounter, Parser, type Document, type YAMLMap } from 'yaml'
import { CardError } from './card-error.ts'

/** The position of the YAML in the text. */
type Block = {
  readonly from: number
  /** The start of the closing line. */
  readonly to: number
  /** The position after the closing line. */
  readonly bodyAt: number
}

export type Frontmatter = Block & {
  readonly document: Document.Parsed
  /** Null if there is nothing between the lines. */
  readonly map: YAMLMap | null
  readonly keys: Readonly<Record<string, unknown>>
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /(?<=\n)---[ \t]*(?:\r?\n|$)/g

const knownKeys = [
  'owner',
  'agent_flow',
  'agent_status',
  'branch',
  'risk',
  'review',
  'parallelizable',
] as const

export function readFrontmatter(text: string, path: string): Frontmatter {
  const block = findBlock(text, path)
  const { document, map } = parse(text.slice(block.from, block.to), path)
  const keys = plainKeys(document, map, path)
  requireWords(keys, path)
  return { ...block, document, map, keys }
}

/** Finds the frontmatter. Throws if there is none or more than one. */
export function findBlock(text: string, path: string): Block {
  const opening = OPENING.exec(text)
  if (opening === null)
    throw new CardError(
      'CARD_NO_FRONTMATTER',
      `${path}:1`,
      "a card begins with a '---' line, its keys and another '---' line; add them.",
    )
  const from = opening[0].length
  CLOSING.lastIndex = from
  const closing = CLOSING.exec(text)
  if (closing === null)
    throw new CardError(
      'CARD_OPEN_FRONTMATTER',
      `${path}:1`,
      "the frontmatter that begins here is never closed; add a '---' line after its last key.",
    )
  const bodyAt = closing.index + closing[0].length
  if (hasSecond(text, bodyAt)) throw twoDocuments(path, lineAt(text, bodyAt))
  return { from, to: closing.index, bodyAt }
}

const KNOWN_KEY = new RegExp(String.raw`^["']?(?:${knownKeys.join('|')})["']?[ \t]*:`)

const LOOKS_LIKE_YAML = /^(?:[\w"'-][^:]*:(?:\s|$)|\s|- |---$|$)/

/** A second frontmatter after the first one: it is unclear which one counts. */
function hasSecond(text: string, bodyAt: number): boolean {
  let hasKey = false
  for (let at = bodyAt; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const line = text.slice(at, end).trimEnd()
    if (line === '---' && hasKey) return true
    if (!LOOKS_LIKE_YAML.test(line)) return false
    hasKey ||= KNOWN_KEY.test(line)
    at = end + 1
  }
  return false
}

const twoDocuments = (path: string, line: number): CardError =>
  new CardError(
    'CARD_TWO_DOCUMENTS',
    `${path}:${line}`,
    'a second YAML document begins here; keep one frontmatter and remove the other.',
  )

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function parse(yaml: string, path: string): Pick<Frontmatter, 'document' | 'map'> {
  const lines = new LineCounter()
  // The opening line is line 1.
  const lineOf = (offset: number): number => Math.max(1, lines.linePos(offset).line) + 1
  const tokens = [...new Parser(lines.addNewLine).parse(yaml)]
  const composer = new Composer({ keepSourceTokens: true, prettyErrors: false, stringKeys: true })
  const end = tokens.find(({ type }) => type === 'doc-end')
  const [document, second] = [...composer.compose(tokens, true, yaml.length)]
  if (document === undefined) throw new TypeError('The parser promises a document.')
  const [problem] = document.errors
  if (problem !== undefined) {
    const where = `${path}:${lineOf(problem.pos[0])}`
    throw new CardError('CARD_BAD_YAML', where, yamlProblem(problem, yaml))
  }
  if (second !== undefined) throw twoDocuments(path, lineOf(second.range[0]))
  if (end !== undefined && 'offset' in end)
    throw new CardError(
      'CARD_TWO_DOCUMENTS',
      `${path}:${lineOf(end.offset)}`,
      "the line '...' ends the YAML; remove it.",
    )
  const { contents } = document
  if (contents !== null && !isMap(contents))
    throw new CardError(
      'CARD_NO_MAP',
      `${path}:${lineOf(contents.range[0])}`,
      "the frontmatter has to be lines of 'key: value'; correct it.",
    )
  return { document, map: contents }
}

function yamlProblem({ code, message, pos }: Document['errors'][number], yaml: string): string {
  const [, key = ''] = /^["']?([^"':\s]+)/.exec(yaml.slice(pos[0])) ?? []
  if (code === 'DUPLICATE_KEY') return `the key '${key}' occurs here a second time; remove one of them.`
  const said = (message.split(';')[0] ?? '').trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  return `the frontmatter is not YAML that can be read (${said}); correct it.`
}

function plainKeys(document: Document.Parsed, map: YAMLMap | null, path: string): Frontmatter['keys'] {
  if (map === null) return {}
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return isObject(value) ? value : {}
  } catch (error) {
    // An alias that refers to itself, or too many aliases.
    const said = error instanceof Error ? error.message : String(error)
    throw new CardError(
      'CARD_BAD_YAML',
      `${path}:2`,
      `the frontmatter cannot be read (${said}); correct it.`,
      {
        cause: error,
      },
    )
  }
}

/** Checks the two keys that Mayday writes. */
function requireWords(keys: Frontmatter['keys'], path: string): void {
  for (const key of ['agent_status', 'agent_flow'] as const)
    if (typeof keys[key] === 'object' && keys[key] !== null)
      throw new CardError('CARD_NO_WORD', path, `${key} has to be one word, not a list or a map; correct it.`)
}

/** The value of a key as it is written: `1.10` stays `1.10`. Null if it is missing, null, empty or not a scalar. */
export function wordOf({ map, keys }: Frontmatter, key: string): string | null {
  const value = keys[key]
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  const node = map?.get(key, true)
  const written = typeof value !== 'string' && isScalar(node) ? node.source : undefined
  const word = (written ?? String(value)).trim()
  return word === '' ? null : word
}
