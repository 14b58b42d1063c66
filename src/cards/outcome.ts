/** What an agent reports about its work on a card, read from its last words. Nothing is guessed from prose. */
import { list, objects, parseObject, text } from '../signals/json.ts'

export type Outcome = {
  /** Acceptance criteria that are met, counted from 0, each once, in order. */
  readonly checkedCriteria: readonly number[]
  readonly findings: { readonly blocking: number; readonly warn: number; readonly info: number }
  readonly overall: 'approve' | 'revise' | null
  /** The number of sources. */
  readonly sources: number
}

export const nothingReported: Outcome = {
  checkedCriteria: [],
  findings: { blocking: 0, warn: 0, info: 0 },
  overall: null,
  sources: 0,
}

const FENCED = /^[ \t]*(`{3,}|~{3,})[ \t]*json[ \t]*\r?\n([^]*?)\r?\n[ \t]*\1[ \t]*$/gim
const ON_A_LINE = /^[ \t]*(\{.*\})[ \t]*\r?$/gm

type Report = Readonly<Record<string, unknown>>

/** If there are several reports, the last one counts, separately for each key. */
export function readOutcome(lastWords: string): Outcome {
  const found = [...lastWords.matchAll(FENCED), ...lastWords.matchAll(ON_A_LINE)].toSorted(
    (a, b) => a.index - b.index,
  )
  const reports = found.map(([, first = '', fenced]): Report => parseObject(fenced ?? first) ?? {})
  const report: Report = Object.assign({}, ...reports)
  return {
    checkedCriteria: indexesOf(report['checkedCriteria']),
    findings: countFindings(report['findings']),
    overall: overallOf(report['overall']),
    sources: list(report['sources']).filter(
      (one) => text(one) !== '' || (typeof one === 'object' && one !== null),
    ).length,
  }
}

const indexesOf = (value: unknown): readonly number[] => {
  const known = list(value).filter((one) => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0)
  return [...new Set(known.map(Number))].toSorted((a, b) => a - b)
}

function countFindings(value: unknown): Outcome['findings'] {
  const severities = objects(value).map(({ severity }) => text(severity))
  const count = (word: string): number => severities.filter((severity) => severity === word).length
  return { blocking: count('blocking'), warn: count('warn'), info: count('info') }
}

const overallOf = (value: unknown): Outcome['overall'] =>
  value === 'approve' || value === 'revise' ? value : null
