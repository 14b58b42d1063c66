/**
 * Rules carry examples, which their tests and the docs read. A command reads none of them, and building a thousand
 * strings and lists takes it milliseconds at every start, so the bundle has none.
 */
import { parseSync, Visitor } from 'oxc-parser'

type Cut = { readonly start: number; readonly end: number }

/** The source with an empty list for each `yes` and `no` of a rule. Its lines stay where they are. */
export function withoutExamples(path: string, source: string): string {
  const cuts: Cut[] = []
  const { program } = parseSync(path, source)
  new Visitor({
    Property({ key, value }) {
      const isExamples = key.type === 'Identifier' && (key.name === 'yes' || key.name === 'no')
      if (isExamples && value.type === 'ArrayExpression') cuts.push(value)
    },
  }).visit(program)
  let text = source
  for (const { start, end } of cuts.toReversed()) {
    const lines = text.slice(start, end).replaceAll(/[^\n]/g, '')
    text = `${text.slice(0, start)}[${lines}]${text.slice(end)}`
  }
  return text
}
