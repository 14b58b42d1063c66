import type { Asked } from '../../../diagnosis/asked.ts'
import { opinionWords } from '../../../diagnosis/opinion-words.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { RunOpinion } from '../../../supervision/opinion/kept-opinion.ts'
import { inRecord, type FilesPlace } from '../screen/record-paths.ts'
import { wrap, type Style } from '../screen/style.ts'

/** The agent that was asked, the cost, and the result. */
export function askedLines(asked: Asked, style: Style, columns: number): string {
  const { agent, model, costUsd, tokens, cached } = asked
  const told = [
    agent,
    model,
    costUsd === null ? null : `$${costUsd.toFixed(4)}`,
    tokens === null ? null : countOf(tokens, 'token'),
    cached ? 'cached answer, no new cost' : null,
  ].filter((part) => part !== null)
  return `${style.bold('Second opinion')} ${style.dim(told.join(' · '))}\n${wrap(opinionWords(asked), columns, '  ')}`
}

/** The opinion on a recorded run, shown next to its verdict. */
export function renderOpinion(
  { asked, reason, evidence }: RunOpinion,
  style: Style,
  columns: number,
  place?: FilesPlace,
): string {
  const lines = [askedLines(asked, style, columns)]
  if (reason !== null && evidence !== null)
    lines.push(
      `  ${style.bold(reason)} ${style.cyan(`${inRecord(evidence.file ?? '', place)}:${evidence.line}`)}`,
      `  ${style.red('›')} ${evidence.excerpt.slice(0, Math.max(40, columns - 4))}`,
    )
  return lines.join('\n')
}
