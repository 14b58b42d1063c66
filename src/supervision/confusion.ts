import type { RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'

/** A recorded run and its new verdict. */
export type Judged = { readonly run: RunRecord; readonly result: RunResult }

/** Runs with this old verdict and this new verdict; null means no failure. */
export type Confused = {
  readonly old: string | null
  readonly new: string | null
  /** The run numbers, ascending. */
  readonly runs: readonly number[]
}

export type Confusion = {
  /** Includes pairs that agree. The most frequent pair is first. */
  readonly pairs: readonly Confused[]
  readonly agree: number
  readonly differ: number
  /** Compared with the corrections of people. */
  readonly corrected: { readonly runs: number; readonly newRight: number; readonly oldRight: number }
}

/** Compares old verdicts with new ones. */
export function confusionOf(judged: readonly Judged[]): Confusion {
  const pairs = new Map<string, { old: string | null; new: string | null; runs: number[] }>()
  for (const { run, result } of judged) {
    const key = `${run.reason}\n${result.reason}`
    const pair = pairs.get(key)
    if (pair === undefined) pairs.set(key, { old: run.reason, new: result.reason, runs: [run.run] })
    else pair.runs.push(run.run)
  }
  const agree = judged.filter(({ run, result }) => run.reason === result.reason).length
  const corrected = judged.filter(({ run }) => run.correction !== null)
  return {
    pairs: [...pairs.values()]
      .map((pair) => ({ ...pair, runs: pair.runs.toSorted((a, b) => a - b) }))
      .toSorted((a, b) => b.runs.length - a.runs.length || nameOf(a).localeCompare(nameOf(b))),
    agree,
    differ: judged.length - agree,
    corrected: {
      runs: corrected.length,
      newRight: corrected.filter(({ run, result }) => run.correction?.reason === result.reason).length,
      oldRight: corrected.filter(({ run }) => run.correction?.reason === run.reason).length,
    },
  }
}

const nameOf = (pair: Confused): string => `${pair.old} ${pair.new}`
