import { isAbsolute } from 'node:path'
import { describeEnding } from '../../../diagnosis/endings.ts'
import { verdictMeaning } from '../../../diagnosis/verdict-meaning.ts'
import { isReason } from '../../../reasons/reason.ts'
import { reasons } from '../../../reasons/table.ts'
import { customIn, type RunDiagnosis } from '../../../record/run-result.ts'
import { describeDuration } from '../../../record/duration.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { PlanRecord } from '../../../record/task-story.ts'
import { againCommand } from '../../../recovery/again.ts'
import type { ShownRun } from '../../../views/show-run.ts'
import { cut, oneLine, padEnd, padStart, widthOf } from '../screen/columns.ts'
import { openable } from '../screen/record-paths.ts'
import { escapeLines } from '../run/render-end.ts'
import { factsOf } from './render-facts.ts'
import type { RunPage } from './run-page.ts'
import { renderExplanation, type ShownExplanation } from './render-explanation.ts'
import { renderOpinion } from './render-opinion.ts'
import { outcome, paintOutcome } from '../screen/run-words.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { longTime } from '../screen/times.ts'

/** Renders everything that is known about one run, the verdict first. */
export function renderRun(shown: ShownRun, page: RunPage): string {
  const { run, opinion } = shown
  const style = styleFor(page.colour)
  const sections = [
    heading(run, page, style),
    corrected(shown, page, style),
    run.diagnosis === null ? wordless(run, page) : verdict(shown, run.diagnosis, page),
    opinion === null ? '' : renderOpinion(opinion, style, page.columns, page.place),
    earlierVerdicts(shown, style),
    stagesOf(run, page, style),
    factsOf(run, page, style),
    commandsFor(shown, style),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function heading(run: RunRecord, { columns }: RunPage, style: Style): string {
  const told = [
    run.agent,
    `flow ${run.flow}`,
    run.phase === null ? null : `phase ${run.phase}`,
    run.card,
    `attempt ${run.attempt} at task ${run.task}`,
    run.branch === null ? null : `branch ${run.branch}`,
    run.origin === 'mayday' ? null : `imported from ${run.origin}`,
  ].filter((fact) => fact !== null)
  return [
    `${style.bold(`Run ${run.run}`)}  ${paintOutcome(run, style, outcome(run))}`,
    style.bold(cut(oneLine(run.title), columns)),
    style.dim(wrap(oneLine(told.join(' · ')), columns)),
  ].join('\n')
}

function corrected({ run, corrections }: ShownRun, { columns }: RunPage, style: Style): string {
  if (run.correction === null) return ''
  const lines = corrections.toReversed().map(({ reason, note, at }, index) => {
    const said = `${reason ?? 'no failure'}${note === null ? '' : `: ${oneLine(note)}`}`
    return wrap(`${said} (${longTime(at)}${index === 0 ? '' : ', replaced'})`, columns, '  ')
  })
  const own = run.reason ?? (run.status === 'failed' ? 'failed, no reason' : 'no failure')
  return [style.bold('✎ Corrected by a person'), ...lines, style.dim(`  The classifier said: ${own}`)].join(
    '\n',
  )
}

/** The verdict in the form of `mayday explain`. */
function verdict({ run, plans }: ShownRun, diagnosis: RunDiagnosis, page: RunPage): string {
  const { colour, columns, place } = page
  const planned = plans.findLast((plan) => plan.run === run.run) ?? null
  const told = { ...diagnosis, evidence: openable(diagnosis.evidence, place) }
  const shown = renderExplanation(explanationOf(run, told, planned), { colour, columns }).trimEnd()
  return run.rejection === null ? shown : `${shown}\n\nRefused: ${oneLine(run.rejection)}`
}

/** The plan that was made for the task after the run, if there is one. */
type Planned = Pick<PlanRecord, 'kind' | 'why'>

const explanationOf = (
  run: RunRecord,
  diagnosis: RunDiagnosis,
  planned: Planned | null,
): ShownExplanation => ({
  ...diagnosis,
  meaning: verdictMeaning(meaningIn(diagnosis), diagnosis),
  ending: run.ending ?? { kind: 'unknown' },
  plan: planOf(run, planned),
  agent: run.agent,
  ...(run.turns === null ? {} : { turns: run.turns }),
  ...(run.costUsd === null ? {} : { costUsd: run.costUsd }),
})

/** The recorded plan if there is one; otherwise the advice for the run alone. */
const planOf = ({ plan }: RunRecord, planned: Planned | null): RunRecord['plan'] =>
  planned === null || plan === null ? plan : { ...plan, kind: planned.kind, words: sentenceOf(planned.why) }

const sentenceOf = (why: string): string => why.replace(/\.$/, '')

const meaningIn = (diagnosis: RunDiagnosis): string | null => {
  const { reason } = diagnosis
  return (
    customIn(diagnosis)?.meaning ?? (reason !== null && isReason(reason) ? reasons[reason].meaning : null)
  )
}

const wordless = (run: RunRecord, { columns }: RunPage): string =>
  [run.summary, run.rejection ?? '']
    .filter((text) => text !== '')
    .map((text) => wrap(oneLine(text), columns))
    .join('\n')

function earlierVerdicts({ verdicts }: ShownRun, style: Style): string {
  const earlier = verdicts.slice(0, -1)
  if (earlier.length === 0) return ''
  const lines = earlier.map(
    ({ classifier, reason, at }) =>
      `  ${reason ?? 'no failure'} ${style.dim(`by ${classifier}, ${longTime(at)}`)}`,
  )
  return [style.bold('Earlier verdicts'), ...lines].join('\n')
}

function stagesOf({ stages }: RunRecord, { columns }: RunPage, style: Style): string {
  if (stages.length === 0) return ''
  const rows = stages.map(({ stage, durationMs, ending, reason, command }) => ({
    cells: [
      stage,
      describeDuration(durationMs),
      `${describeEnding(ending)}${reason === null ? '' : ` (${reason})`}`,
    ],
    command: oneLine(command),
  }))
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map(({ cells }) => widthOf(cells[at] ?? ''))))
  const lines = rows.map(({ cells: [stage = '', took = '', ended = ''], command }) => {
    const [w0 = 0, w1 = 0, w2 = 0] = widths
    const room = Math.max(12, columns - w0 - w1 - w2 - 8)
    return `  ${padEnd(stage, w0)}  ${padStart(took, w1)}  ${padEnd(ended, w2)}  ${style.dim(cut(command, room))}`
  })
  return [style.bold('Stages'), ...lines, ...escapeLines({ stages }, columns)].join('\n')
}

/** A longer command is still shown in full, because the user types it. */
const COMMAND_WIDTH = 60

function commandsFor({ run, task }: ShownRun, style: Style): string {
  const n = run.run
  const live = run.actions.includes('cancel')
  const lines: (readonly [string, string])[] = []
  if (live) lines.push([`mayday logs ${n} -f`, 'watch it'], [`mayday cancel ${n}`, 'stop it'])
  else if (run.origin === 'mayday' || isAbsolute(run.logPath))
    lines.push([`mayday logs ${n}`, 'read what it printed'])
  const again = run.statusThatCounts === 'failed' ? againCommand(run, task) : null
  if (again !== null) lines.push([oneLine(again), 'try it again'])
  if (run.actions.includes('correct'))
    lines.push([`mayday correct ${n} --reason REASON`, 'if the reason is wrong'])
  const width = Math.max(
    0,
    ...lines.map(([command]) => widthOf(command)).filter((one) => one <= COMMAND_WIDTH),
  )
  return lines.length === 0
    ? ''
    : [
        style.bold('Commands'),
        ...lines.map(([command, why]) => `  ${padEnd(command, width)}  ${style.dim(why)}`),
      ].join('\n')
}
