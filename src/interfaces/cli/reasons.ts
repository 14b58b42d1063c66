import { UnknownWordError, UsageError } from '../../errors.ts'
import { benchPrecedence, toBench } from '../../reasons/dialects/bench.ts'
import { dialects, inAllDialects, parseDialect, type DialectName } from '../../reasons/dialects/dialects.ts'
import { isReason, precedence, reasonNames, type Reason } from '../../reasons/reason.ts'
import { reasons } from '../../reasons/table.ts'
import type { RunCommand } from './command.ts'
import { pageOf } from './pages.ts'
import { planWords, styleFor, wrap, type Style } from './style.ts'

export const runReasons: RunCommand = async (args, terminal) => {
  const [word, ...more] = args.positionals
  if (more.length > 0)
    throw new UsageError('reasons takes at most one reason. Try: mayday reasons USAGE_LIMIT')
  const named = args.text('dialect')
  const dialect = named === undefined ? null : parseDialect(named)
  const chosen = word === undefined ? reasonNames : [reasonOf(word)]
  if (args.flag('json')) {
    terminal.out(
      `${JSON.stringify({ format: 'mayday.reasons/1', dialect, reasons: chosen.map((name) => row(name, dialect)) }, null, 2)}\n`,
    )
    return 0
  }
  const style = styleFor(terminal.colour)
  terminal.out(
    word === undefined
      ? table(dialect, style)
      : chosen.map((name) => page(name, style, terminal.columns)).join('\n'),
  )
  return 0
}

function reasonOf(word: string): Reason {
  const name = word.toUpperCase()
  if (isReason(name)) return name
  throw new UnknownWordError('reason', word, reasonNames)
}

const row = (name: Reason, dialect: DialectName | null): Record<string, unknown> => ({
  reason: name,
  precedence: precedence(name),
  ...reasons[name],
  ...(dialect === null ? {} : { word: dialects[dialect](name) }),
  ...(dialect === 'bench' ? { wordPrecedence: benchPrecedence(toBench[name]) } : {}),
  dialects: inAllDialects(name),
})

function table(dialect: DialectName | null, style: Style): string {
  const head = `${'#'.padStart(2)}  ${'reason'.padEnd(21)} ${'class'.padEnd(9)} ${dialect === null ? 'what it means' : `in the ${dialect} dialect`}`
  const lines = reasonNames.map((name) => {
    const last = dialect === null ? reasons[name].meaning : dialects[dialect](name)
    return `${String(precedence(name)).padStart(2)}  ${style.bold(name.padEnd(21))} ${style.dim(reasons[name].class.padEnd(9))} ${last}`
  })
  return `${style.dim(head)}\n${lines.join('\n')}\n`
}

function page(name: Reason, style: Style, columns: number): string {
  const { class: kind, meaning, causes, policy, claimable } = reasons[name]
  const words = Object.entries(inAllDialects(name)).map(([dialect, said]) => `${dialect} ${said}`)
  return [
    `${style.bold(name)} ${style.dim(`(${kind}, ${precedence(name)} of ${reasonNames.length})`)}`,
    wrap(meaning, columns),
    '',
    wrap(`Typical causes: ${causes}`, columns),
    wrap(`Next: ${planWords({ kind: policy.plan, words: policy.words })}.`, columns),
    claimable
      ? 'An agent may claim it by a marker.'
      : 'Only the runner can know it; an agent cannot claim it.',
    style.dim(words.join(' · ')),
    style.dim(pageOf(name)),
    '',
  ].join('\n')
}
