import { diagnose } from '../diagnosis/diagnose.ts'
import type { DiagnoseInput } from '../diagnosis/diagnosis.ts'
import { explanationOf, type Explanation } from '../diagnosis/explain.ts'
import type { Output, ReadOptions } from '../signals/read-signals.ts'
import { readSignals } from './read-signals.ts'

export type ExplainOptions = ReadOptions & Pick<DiagnoseInput, 'endSignal' | 'history' | 'approach' | 'given'>

/**
 * Reads an output and explains why the run failed: signals, diagnosis and advice in one call.
 *
 * @example const { reason, evidence } = await explain('run.log', { exitCode: 1 })
 */
export async function explain(input: Output, options: ExplainOptions = {}): Promise<Explanation> {
  const reading = await readSignals(input, options)
  const { exitCode, endSignal, history, approach, given } = options
  const verdict = diagnose({
    ...reading,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(endSignal === undefined ? {} : { endSignal }),
    ...(history === undefined ? {} : { history }),
    ...(approach === undefined ? {} : { approach }),
    ...(given === undefined ? {} : { given }),
  })
  return explanationOf(reading, verdict)
}
