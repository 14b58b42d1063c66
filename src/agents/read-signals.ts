import { readSignals as readGiven, type Output, type ReadOptions } from '../signals/read-signals.ts'
import type { Reading } from '../signals/signal.ts'
import { agentReaders } from './readers.ts'

/**
 * Reads all signals of an output: a path (`-` is not special), bytes, or a stream of bytes. Gzip is decompressed.
 *
 * @example const reading = await readSignals('run.log', { stage: 'agent_run', exitCode: 1 })
 */
export const readSignals = (input: Output, options: ReadOptions = {}): Promise<Reading> =>
  readGiven(input, { ...options, agents: agentReaders })
