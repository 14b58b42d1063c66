import { readFile } from 'node:fs/promises'
import { readSignals } from '../src/agents/read-signals.ts'
import type { ReadOptions } from '../src/signals/read-signals.ts'
import type { Signal } from '../src/signals/signal.ts'
import { bytesOf } from './bytes-of.ts'

/** The findings of the tool readers for an output, in order, without the lines that they quote. */
export async function toolSignals(output: string, options: ReadOptions = {}): Promise<readonly Signal[]> {
  const { signals } = await readSignals(bytesOf(output), options)
  return signals.filter((signal) => signal.source === 'tool' && signal.what !== 'cause')
}

/** A real output of a tool, as it was printed. */
export const toolOutput = (name: string): Promise<string> =>
  readFile(new URL(`fixtures/tools/${name}.log`, import.meta.url), 'utf8')

/** The last signal of one reader for an output: `[what, message, …names]`. */
export async function lastTold(output: string, by: string): Promise<readonly string[]> {
  const last = (await toolSignals(output)).findLast((signal) => signal.detail.by === by)
  return last === undefined ? [] : [last.what, last.message, ...(last.detail.names ?? [])]
}

/** Everything that failed, as `tool: what`. */
export async function failuresIn(output: string): Promise<readonly string[]> {
  const signals = await toolSignals(output)
  return signals
    .filter((signal) => !/passed$/.test(signal.what))
    .map((signal) => `${signal.detail.by ?? ''}: ${signal.what}`)
}
