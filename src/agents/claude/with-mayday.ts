import type { Explanation } from '../../diagnosis/explain.ts'
import { watchStream, type Watched, type WatchOptions } from '../watch-stream.ts'

export type { Explanation, Watched, WatchOptions }

/**
 * Wraps the message stream of the Claude Agent SDK. The stream is passed on untouched; `explanation` says how it ended.
 *
 * @example
 * const run = withMayday(query({ prompt: 'Fix the login test.' }))
 * try {
 *   for await (const message of run) show(message)
 * } finally {
 *   const { reason, evidence } = await run.explanation
 * }
 */
export const withMayday = <Stream extends AsyncIterable<unknown>>(
  stream: Stream,
  options?: WatchOptions,
): Watched<Stream> => watchStream('claude', stream, options)
