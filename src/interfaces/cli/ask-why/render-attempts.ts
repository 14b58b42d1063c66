import { describeDuration } from '../../../record/duration.ts'
import type { Attempts, ComparedAttempt } from '../../../views/attempts.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import type { Paper } from '../screen/page.ts'

/** One block for each attempt. What differs from the attempt before is bold. */
export function renderAttempts({ task, attempts }: Attempts, { colour, columns }: Paper): string {
  const style = styleFor(colour)
  const blocks = attempts.map((one, at) => renderAttempt(one, { isFirst: at === 0, style, columns }))
  return `${[style.bold(`Task ${task}`), ...blocks].join('\n\n')}\n`
}

type Place = { readonly isFirst: boolean; readonly style: Style; readonly columns: number }

function renderAttempt(attempt: ComparedAttempt, { isFirst, style, columns }: Place): string {
  const { run, status, reason, durationMs, costUsd } = attempt
  const facts = [
    reason ?? status,
    durationMs === null ? null : describeDuration(durationMs),
    costUsd === null ? null : `$${costUsd.toFixed(2)}`,
    attempt.agent,
  ].filter((fact) => fact !== null)
  const line = (name: string, words: string): string => cut(`  ${name.padEnd(8)} ${words}`, columns)
  return [
    `${style.bold(`Attempt ${attempt.attempt} (run ${run})`)}  ${style.dim(facts.join(' · '))}`,
    line('told', isFirst ? 'the task as written' : toldWords(attempt)),
    line('changed', changedWords(attempt, style)),
    line('ended', endedWords(attempt)),
  ].join('\n')
}

function toldWords({ told }: ComparedAttempt): string {
  const lines = told.added.length === 0 ? '' : `+ ${oneLine(told.added.join(' / '))}`
  return oneLine(told.differs ?? '') || lines || (told.isKnown ? 'the same' : 'not known')
}

function changedWords({ files, changed }: ComparedAttempt, style: Style): string {
  if (files === null) return 'not measured'
  const isNew = new Set(changed.added)
  return files.length === 0
    ? 'nothing'
    : files.map((path) => (isNew.has(path) ? style.bold(path) : path)).join(', ')
}

function endedWords({ ended }: ComparedAttempt): string {
  const words = oneLine(ended.line ?? ended.how ?? 'not yet')
  return ended.isSame ? `${words} (as before)` : words
}
