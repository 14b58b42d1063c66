import type { Explanation } from '../../diagnosis/explain.ts'
import { watchStream, type Watched, type WatchOptions } from '../watch-stream.ts'

export type { Explanation, Watched, WatchOptions }

/**
 * Wraps the events of the Codex SDK. They are passed on untouched; `explanation` says how the turn ended.
 *
 * @example
 * const { events } = await thread.runStreamed('Fix the login test.')
 * const turn = withMayday(events)
 * for await (const event of turn) show(event)
 * const { reason, evidence } = await turn.explanation
 */
export const withMayday = <Stream extends AsyncIterable<unknown>>(
  stream: Stream,
  options?: WatchOptions,
): Watched<Stream> => watchStream('codex', stream, options)
