import { ownReasonsOf, overridesOf } from '../../../config/own-reasons.ts'
import { UnknownWordError } from '../../../errors.ts'
import { benchPrecedence, toBench } from '../../../reasons/dialects/bench.ts'
import { dialects, inAllDialects, type DialectName } from '../../../reasons/dialects/dialects.ts'
import { ownPrecedence, ownRow, type OwnReason } from '../../../reasons/own-reason.ts'
import { precedence, reasonNames, type Reason } from '../../../reasons/reason.ts'
import type { ReasonRow } from '../../../reasons/reason-row.ts'
import { reasons } from '../../../reasons/table.ts'
import type { Screen } from '../command.ts'
import { adviceUnder } from '../../../recovery/advice.ts'
import type { PolicyOverrides } from '../../../recovery/policy.ts'
import { pageOf } from '../pages.ts'
import { projectConfig } from '../config/project-config.ts'
import { planWords, styleFor, wrap, type Style } from '../screen/style.ts'

/** A reason of the table, or one of this project's own. */
type Listed = {
  readonly name: string
  /** The table's: itself, or the one that it is like. */
  readonly like: Reason
  readonly precedence: number
  readonly row: ReasonRow
  readonly own: OwnReason | null
}

export type ReasonsAsked = { readonly reason: string | undefined; readonly dialect: DialectName | undefined }

export async function runReasons(asked: ReasonsAsked, screen: Screen): Promise<number> {
  const { reason, dialect = null } = asked
  const config = await projectConfig()
  const listed = listReasons(ownReasonsOf(config)).map((one) => underPolicy(one, overridesOf(config)))
  const all = inOrderOf(dialect, listed)
  const chosen = reason === undefined ? all : [find(reason, all)]
  const style = styleFor(screen.colour)
  return screen.answer({ dialect, reasons: chosen.map((one) => jsonOf(one, dialect)) }, () =>
    reason === undefined
      ? table(all, dialect, style)
      : chosen.map((one) => page(one, style, screen.columns)).join('\n'),
  )
}

/** Each of the project's own stands behind its neighbour. */
function listReasons(own: readonly OwnReason[]): readonly Listed[] {
  const ofTable = reasonNames.map((name): Listed => {
    return { name, like: name, precedence: precedence(name), row: reasons[name], own: null }
  })
  const ofProject = own.map((one): Listed => {
    return { name: one.name, like: one.like, precedence: ownPrecedence(one), row: ownRow(one), own: one }
  })
  return [...ofTable, ...ofProject].toSorted((a, b) => a.precedence - b.precedence)
}

/** With what the project changes about its plan. */
function underPolicy(one: Listed, overrides: PolicyOverrides): Listed {
  const { plan, words, retries, backoff } = one.row.policy
  const advice = { kind: plan, words, retries, backoff }
  const { kind, ...held } = adviceUnder(overrides, { reason: one.name, usual: plan, advice })
  return { ...one, row: { ...one.row, policy: { ...one.row.policy, ...held, plan: kind } } }
}

/** Bench has an order of its own; reasons with one word keep ours. */
const inOrderOf = (dialect: DialectName | null, all: readonly Listed[]): readonly Listed[] =>
  dialect === 'bench'
    ? all.toSorted((a, b) => benchPrecedence(toBench(a.like)) - benchPrecedence(toBench(b.like)))
    : all

function find(word: string, all: readonly Listed[]): Listed {
  const found = all.find(({ name }) => name === word)
  if (found !== undefined) return found
  throw new UnknownWordError(
    'reason',
    word,
    all.map(({ name }) => name),
  )
}

const jsonOf = (
  { name, like, precedence: rank, row, own }: Listed,
  dialect: DialectName | null,
): Record<string, unknown> => ({
  reason: name,
  precedence: rank,
  ...withoutWords(row),
  ...(own === null ? {} : { after: own.after, like: own.like }),
  ...(dialect === null ? {} : { word: dialects[dialect](like) }),
  ...(dialect === 'bench' ? { wordPrecedence: benchPrecedence(toBench(like)) } : {}),
  dialects: inAllDialects(like),
})

/** They are told as `dialects`. */
const withoutWords = ({ words: _, ...row }: ReasonRow): Omit<ReasonRow, 'words'> => row

function table(all: readonly Listed[], dialect: DialectName | null, style: Style): string {
  const width = Math.max(21, ...all.map(({ name }) => name.length))
  const head = `${'#'.padStart(2)}  ${'reason'.padEnd(width)} ${'class'.padEnd(9)} ${dialect === null ? 'what it means' : `in the ${dialect} dialect`}`
  const lines = all.map(({ name, like, precedence: rank, row, own }) => {
    const last = dialect === null ? row.meaning : dialects[dialect](like)
    const place = own !== null ? '+' : String(dialect === 'bench' ? benchPrecedence(toBench(like)) : rank)
    return `${place.padStart(2)}  ${style.bold(name.padEnd(width))} ${style.dim(row.class.padEnd(9))} ${last}`
  })
  const note = all.some(({ own }) => own !== null) ? " +  of this project's own (mayday.yaml)\n" : ''
  return `${style.dim(head)}\n${lines.join('\n')}\n${note === '' ? '' : style.dim(note)}`
}

function page({ name, like, row, own }: Listed, style: Style, columns: number): string {
  const { class: kind, meaning, causes, policy, claimable } = row
  const words = Object.entries(inAllDialects(like)).map(([dialect, said]) => `${dialect} ${said}`)
  const place = own === null ? `${precedence(like)} of ${reasonNames.length}` : `behind ${own.after}`
  return [
    `${style.bold(name)} ${style.dim(`(${kind}, ${place})`)}`,
    wrap(meaning, columns),
    '',
    wrap(own === null ? `Typical causes: ${causes}` : causes, columns),
    wrap(`Next: ${planWords({ kind: policy.plan, words: policy.words })}.`, columns),
    claimable
      ? 'An agent may claim it by a marker.'
      : 'Only the runner can know it; an agent cannot claim it.',
    style.dim(words.join(' · ')),
    ...(own === null ? [style.dim(pageOf(like))] : []),
    '',
  ].join('\n')
}
