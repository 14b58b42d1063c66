import type { Comparison, Paired } from './report-schema.ts'
import { SIGNIFICANT } from './compare-series.ts'

/** The names of the two series. */
export type Names = { readonly a: string; readonly b: string }

/** The smallest number of differing tasks, all in one direction, that chance does not explain. */
const FEWEST = 6

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

const points = (difference: number): string =>
  `${difference < 0 ? '−' : '+'}${(100 * Math.abs(difference)).toFixed(1)}`

const tasks = (n: number): string => `${n} ${n === 1 ? 'task' : 'tasks'}`

export const pInWords = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)

/** The comparison as text, one or two sentences each. The first is about the size, the second about the verdict. */
export function describeComparison(comparison: Comparison, names: Names): readonly string[] {
  const { all, aboutAgent } = comparison
  return [
    sizeInWords(all, names),
    verdictInWords(all, names),
    ...(aboutAgent === null ? [] : [agentInWords(all, aboutAgent, names)]),
    ...differencesOfSets(comparison, names),
  ]
}

function sizeInWords({ tasks: n, a, b, difference, interval }: Paired, names: Names): string {
  const drawn =
    interval === null
      ? ''
      : ` (95 % interval ${points(interval.low)} to ${points(interval.high)}; ${interval.rounds} draws, seed ${interval.seed})`
  return `On the ${tasks(n)} in both, ${names.a} passes ${percent(a)} and ${names.b} ${percent(b)}: ${points(difference)} points${drawn}.`
}

function verdictInWords({ betterA, betterB, p, verdict }: Paired, names: Names): string {
  const differing = betterA + betterB
  const split = `${tasks(betterB)} went better with ${names.b}, ${betterA} with ${names.a} (exact sign test, ${pInWords(p)})`
  if (verdict === 'alike') return 'No task differs: the two series are equal.'
  if (verdict !== 'noise')
    return `${verdict === 'a' ? names.a : names.b} is better, and chance does not explain it: ${split}.`
  if (differing < FEWEST)
    return `Chance alone can explain the difference: ${split}. At least ${FEWEST} tasks must differ before it can be ruled out.`
  return `Chance alone can explain the difference: ${split}; it is ruled out below p = ${SIGNIFICANT}.`
}

function agentInWords(all: Paired, judged: Paired, names: Names): string {
  if (judged.tasks === 0)
    return 'No shared task reached the agent in both series, so the agents cannot be compared.'
  const head = `Without attempts that failed outside the agent (invalid task, machine, person), ${tasks(judged.tasks)} are left: ${names.a} ${percent(judged.a)}, ${names.b} ${percent(judged.b)}, ${points(judged.difference)} points`
  return judged.verdict === all.verdict
    ? `${head}; the verdict is the same (${pInWords(judged.p)}).`
    : `${head}. Then the verdict differs: ${verdictInWords(judged, names)}`
}

function differencesOfSets({ onlyInA, onlyInB, uneven }: Comparison, names: Names): readonly string[] {
  const lacking = [
    ...(onlyInA.length === 0 ? [] : [`${tasks(onlyInA.length)} only in ${names.a}`]),
    ...(onlyInB.length === 0 ? [] : [`${tasks(onlyInB.length)} only in ${names.b}`]),
  ]
  return [
    ...(lacking.length === 0
      ? []
      : [`The sets of tasks differ (${lacking.join(', ')}); only shared tasks are compared.`]),
    ...(uneven === 0
      ? []
      : [`${tasks(uneven)} had more attempts on one side; shares are compared, not counts.`]),
  ]
}
