import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import { MaydayError } from '../../errors.ts'

/** A problem in a suite. Lines and columns count from 1. */
export type SuiteProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Task files that cannot be used. Nothing was started. All problems are reported at once. */
export class SuiteError extends MaydayError {
  readonly problems: readonly SuiteProblem[]

  constructor(problems: readonly SuiteProblem[]) {
    const shown = problems.slice(0, MOST_SHOWN).map(describeProblem)
    const more = problems.length > MOST_SHOWN ? [`and ${problems.length - MOST_SHOWN} more problems`] : []
    super('BAD_SUITE', [...shown, ...more].join('\n'))
    this.problems = problems
  }
}

/** Enough for one round of fixes. */
const MOST_SHOWN = 20

const describeProblem = ({ file, line, column, message }: SuiteProblem): string =>
  `${file}:${line}:${column}: ${message}`

/** A value of a task file with its position. */
export type TaskNode = {
  readonly value: TaskValue
  /** Reports a problem at this position. */
  readonly complain: (message: string) => void
}

export type TaskValue =
  | { readonly kind: 'empty' }
  /** As it is written, without quotes: `1.10` stays `1.10`. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly flag: boolean }
  | { readonly kind: 'list'; readonly items: readonly TaskNode[] }
  | { readonly kind: 'map'; readonly entries: readonly TaskEntry[] }

export type TaskEntry = {
  readonly key: string
  /** Reports a problem at the key. */
  readonly complain: (message: string) => void
  readonly node: TaskNode
}

/** Parses YAML and adds problems to `problems`. Null if the text is not YAML. */
export function parseTaskFile(text: string, file: string, problems: SuiteProblem[]): TaskNode | null {
  const lines = new LineCounter()
  const complainAt =
    (offset: number) =>
    (message: string): void => {
      const { line, col } = lines.linePos(offset)
      problems.push({ file, line: Math.max(1, line), column: Math.max(1, col), message })
    }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const wrong = [...document.errors, ...document.warnings]
  for (const { pos, message } of wrong)
    complainAt(pos[0])(`this is not YAML that can be read: ${said(message)}`)
  return wrong.length > 0 ? null : nodeOf(document.contents, complainAt, 0)
}

/** The first half of the message. The text after a semicolon is for programmers. */
const said = (message: string): string =>
  `${(message.split(';')[0] ?? '').trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`

type ComplainAt = (offset: number) => (message: string) => void

function nodeOf(node: Node | null, complainAt: ComplainAt, around: number): TaskNode {
  const offset = node?.range?.[0] ?? around
  const complain = complainAt(offset)
  if (node === null) return { value: { kind: 'empty' }, complain }
  if (isAlias(node)) {
    complain('aliases are not read here; write the value out.')
    return { value: { kind: 'empty' }, complain }
  }
  if (isSeq<Node>(node)) {
    const items = node.items.map((item) => nodeOf(item, complainAt, offset))
    return { value: { kind: 'list', items }, complain }
  }
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.map(({ key, value }): TaskEntry => {
      const at = key.range?.[0] ?? offset
      const name = isScalar(key) ? String(key.value) : ''
      return { key: name, complain: complainAt(at), node: nodeOf(value, complainAt, at) }
    })
    return { value: { kind: 'map', entries }, complain }
  }
  return { value: scalarOf(isScalar(node) ? node : null), complain }
}

function scalarOf(node: { value: unknown; source?: string } | null): TaskValue {
  const value = node?.value
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'boolean') return { kind: 'flag', flag: value }
  if (typeof value === 'number') return { kind: 'text', text: node?.source ?? String(value) }
  return { kind: 'empty' }
}

/** Describes a value in a message. */
export function describeValue(value: TaskValue): string {
  switch (value.kind) {
    case 'empty':
      return 'nothing'
    case 'list':
      return 'a list'
    case 'map':
      return 'keys with values'
    case 'flag':
      return String(value.flag)
    case 'text':
      return `'${value.text.length > 60 ? `${value.text.slice(0, 60)}…` : value.text}'`
  }
}
