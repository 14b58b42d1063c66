import { customReasonsOf, overridesOf } from '../../../config/custom-reasons.ts'
import { UnknownWordError } from '../../../errors.ts'
import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { reasonNames } from '../../../reasons/reason.ts'
import { readReasons, type ListedReason, type Reasons } from '../../../views/reasons.ts'
import type { Screen } from '../command.ts'
import { projectConfig } from '../config/project-config.ts'
import { pageOf } from '../pages.ts'
import { hang } from '../screen/fold.ts'
import { planWords, styleFor, wrap, type Style } from '../screen/style.ts'

export type ReasonsAsked = { readonly reason: string | undefined; readonly dialect: DialectName | undefined }

export async function runReasons(asked: ReasonsAsked, screen: Screen): Promise<number> {
  const { reason, dialect = null } = asked
  const config = await projectConfig()
  const all = readReasons({ custom: customReasonsOf(config), overrides: overridesOf(config), dialect })
  const style = styleFor(screen.colour)
  if (reason === undefined)
    return screen.answer(all, () => table(all, style, screen.live === null ? Infinity : screen.columns))
  const chosen = find(reason, all)
  return screen.answer({ ...all, reasons: [chosen] }, () => page(chosen, style, screen.columns))
}

function find(word: string, { reasons }: Reasons): ListedReason {
  const found = reasons.find((one) => one.reason === word)
  if (found !== undefined) return found
  throw new UnknownWordError(
    'reason',
    word,
    reasons.map((one) => one.reason),
  )
}

/** Only a custom reason has `after`. */
const isCustom = ({ after }: ListedReason): boolean => after !== undefined

function table({ reasons, dialect }: Reasons, style: Style, columns: number): string {
  const width = Math.max(21, ...reasons.map(({ reason }) => reason.length))
  const head = `${'#'.padStart(2)}  ${'reason'.padEnd(width)} ${'class'.padEnd(9)} ${dialect === null ? 'what it means' : `in the ${dialect} dialect`}`
  const lines = reasons.map((one) => {
    const place = isCustom(one) ? '+' : String(one.wordPrecedence ?? one.precedence)
    return `${place.padStart(2)}  ${style.bold(one.reason.padEnd(width))} ${style.dim(one.class.padEnd(9))} ${hang(one.word ?? one.meaning, columns, width + 15)}`
  })
  const note = reasons.some(isCustom) ? ' +  a custom reason of this project (mayday.yaml)\n' : ''
  return `${style.dim(head)}\n${lines.join('\n')}\n${note === '' ? '' : style.dim(note)}`
}

function page(one: ListedReason, style: Style, columns: number): string {
  const { reason, class: kind, meaning, causes, policy, claimable, after } = one
  const words = Object.entries(one.dialects).map(([dialect, said]) => `${dialect} ${said}`)
  const place = after === undefined ? `${one.precedence} of ${reasonNames.length}` : `behind ${after}`
  const named = reasonNames.find((name) => name === reason)
  return [
    `${style.bold(reason)} ${style.dim(`(${kind}, ${place})`)}`,
    wrap(meaning, columns),
    '',
    wrap(isCustom(one) ? causes : `Typical causes: ${causes}`, columns),
    wrap(`Next: ${planWords({ kind: policy.plan, words: policy.words })}.`, columns),
    claimable
      ? 'An agent may claim it by a marker.'
      : 'Only the runner can know it; an agent cannot claim it.',
    style.dim(words.join(' · ')),
    ...(named === undefined ? [] : [style.dim(pageOf(named))]),
    '',
  ].join('\n')
}
