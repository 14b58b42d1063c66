import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Answer } from '../answer.ts'
import type { FaultOf, FaultOptions } from '../faults.ts'
import type { ApiName, Asked } from '../model-request.ts'

/** A reply that is sent in one piece. */
export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The faults that each provider reports in its own form. */
export type ProviderFault = Exclude<FaultOf<'status'>, 'bad-gateway' | 'gateway-timeout' | 'http'>

export type ErrorTable = Readonly<Record<ProviderFault, (model: string, options: FaultOptions) => Reply>>

/** One API of a model. All APIs have this shape. */
export type Api = {
  readonly name: ApiName
  readonly isQuestion: (path: string) => boolean
  readonly read: (body: JsonObject, path: string) => Asked
  /** The body of an answer that is not streamed. */
  readonly whole: (answer: Answer, model: string) => unknown
  /** The events of a streamed answer, each with its blank line. */
  readonly events: (answer: Answer, model: string) => readonly string[]
  /** An event without content. */
  readonly ping: string
  /** The event of a stream that fails. */
  readonly failure: string
  readonly errors: ErrorTable
}

/** The instant this many seconds from now, in seconds. */
export const epochIn = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
