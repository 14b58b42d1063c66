import { verdictOf } from '../../../diagnosis/diagnosis.ts'
import { describeEarlier } from '../../../diagnosis/earlier.ts'
import { describeEnding } from '../../../diagnosis/endings.ts'
import type { Advice, Evidence, Explanation } from '../../../diagnosis/explain.ts'
import { describeRuns } from '../../../diagnosis/repetition.ts'
import { isReason } from '../../../reasons/reason.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { RunDiagnosis } from '../../../record/run-result.ts'
import { oneLine } from '../screen/columns.ts'
import { pageOf } from '../pages.ts'
import { askedLines } from './render-opinion.ts'
import { planWords, styleFor, wrap, type Style } from '../screen/style.ts'

/** The shown fields of an explanation; the reason of a recorded run may be a custom one. */
export type ShownExplanation = Omit<Explanation, 'format' | 'verdict' | 'reason' | 'class' | 'dialects'> &
  Pick<RunDiagnosis, 'approach' | 'repeats' | 'compared'> & {
    readonly reason: string | null
  }

/** Renders an explanation as text: the verdict, its proof, the reasons that lost, the next step. */
export function renderExplanation(
  found: ShownExplanation,
  { colour, columns }: { colour: boolean; columns: number },
): string {
  const style = styleFor(colour)
  const sections =
    found.reason === null
      ? [
          success(found, style),
          ...evidence(found.evidence, style, columns),
          ...others(found, style, columns),
          ...opinion(found, style, columns),
        ]
      : [
          failure(found, style, columns),
          ...evidence(found.evidence, style, columns),
          ...running(found, style, columns),
          ...failing(found, style),
          ...stated(found, style, columns),
          ...others(found, style, columns),
          ...next(found, style, columns),
          ...opinion(found, style, columns),
        ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** The job and the step of a CI run. */
const placeOf = ({ ci }: ShownExplanation): string | null => {
  if (ci === undefined) return null
  const names = [ci.job, ci.step].filter((name) => name !== null)
  return names.length === 0 ? ci.system : names.join(' / ')
}

const facts = (found: ShownExplanation): string =>
  [
    found.agent === null ? null : found.agent,
    placeOf(found),
    `stage ${found.stage}`,
    found.ending.kind === 'unknown' ? null : describeEnding(found.ending),
    found.turns === undefined ? null : countOf(found.turns, 'turn'),
    found.costUsd === undefined ? null : `$${found.costUsd.toFixed(2)}`,
    `${found.confidence} confidence`,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')

const success = (found: ShownExplanation, style: Style): string =>
  [style.bold(style.green('✓ succeeded')), style.dim(facts(found)), ...before(found)].join('\n')

const failure = (found: ShownExplanation, style: Style, columns: number): string =>
  [
    verdictOf(found) === 'undetermined'
      ? style.bold(style.yellow('? undetermined'))
      : style.bold(style.red(`✗ ${found.reason}`)),
    wrap(found.meaning ?? '', columns),
    ...(found.circular ? [style.yellow(wrap(repetition(found), columns))] : []),
    style.dim(facts(found)),
    ...before(found),
  ].join('\n')

const before = ({ earlier }: ShownExplanation): readonly string[] =>
  earlier === undefined ? [] : [describeEarlier(earlier)]

function repetition({ approach, repeats = [] }: ShownExplanation): string {
  const what = approach === undefined ? '' : `: ${oneLine(approach)}`
  return `The attempts repeat themselves: ${describeRuns(repeats)}${what}`
}

function evidence(list: readonly Evidence[], style: Style, columns: number): readonly string[] {
  if (list.length === 0) return []
  return [[style.bold('Evidence'), ...list.map((one) => evidenceLines(one, style, columns))].join('\n')]
}

export function evidenceLines(
  { source, file, line, excerpt, context, newSince }: Evidence,
  style: Style,
  columns: number,
): string {
  const width = Math.max(40, Math.min(columns, 140)) - 4
  const cut = (text: string): string => (text.length <= width ? text : `${text.slice(0, width - 1)}…`)
  const since = newSince === undefined ? '' : style.dim(` · new since ${newSince}`)
  // The number of a line is not known if a part of the file before it was not read.
  const at = `${file === '-' ? 'stdin' : file}${line === null ? '' : `:${line}`}`
  const place = file === null ? '' : `  ${style.cyan(at)}${since}\n`
  const before = context === undefined ? '' : `    ${style.dim(cut(context))}\n`
  // A line of a log may be cut. Sentences of Mayday are short and never cut.
  const said = source === 'mayday' ? wrap(excerpt, columns, '    ').trimStart() : cut(excerpt)
  return `${place}${before}  ${style.red('›')} ${said}`
}

const running = ({ openTool }: ShownExplanation, style: Style, columns: number): readonly string[] =>
  openTool === undefined ? [] : [`${style.bold('Still running')}\n${wrap(openTool, columns, '  ')}`]

const failing = ({ failing: names = [], compared }: ShownExplanation, style: Style): readonly string[] => {
  if (names.length === 0) return []
  const title = (compared?.kinds?.new.length ?? 0) > 0 ? 'New failures' : 'Failing'
  const shown = names.slice(0, 5).map((name) => `  ${name}`)
  const more = names.length > 5 ? [`  ${style.dim(`and ${names.length - 5} more`)}`] : []
  return [[style.bold(title), ...shown, ...more].join('\n')]
}

const stated = ({ statedReason }: ShownExplanation, style: Style, columns: number): readonly string[] =>
  statedReason === undefined ? [] : [`${style.bold('The agent says')}\n${wrap(statedReason, columns, '  ')}`]

const others = ({ alternatives }: ShownExplanation, style: Style, columns: number): readonly string[] =>
  alternatives.length === 0
    ? []
    : [
        [
          style.bold('Why not'),
          ...alternatives.slice(0, 4).map(({ reason, why }) => wrap(`${reason}: ${why}`, columns, '  ')),
        ].join('\n'),
      ]

function next({ plan, reason }: ShownExplanation, style: Style, columns: number): readonly string[] {
  if (plan === null || reason === null) return []
  const page = isReason(reason) ? `\n  ${style.dim(pageOf(reason))}` : ''
  return [`${style.bold('Next')}\n${wrap(nextWords(plan), columns, '  ')}${page}`]
}

const opinion = ({ asked }: ShownExplanation, style: Style, columns: number): readonly string[] =>
  asked === undefined ? [] : [askedLines(asked, style, columns)]

/** The next step, and how long to wait. */
export const nextWords = (plan: Advice): string =>
  `${planWords(plan)}.${plan.until === undefined ? '' : ` The limit resets ${localTime(plan.until)}.`}`

/** In the reader's time zone. */
const localTime = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
