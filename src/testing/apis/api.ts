import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Answer } from '../answer.ts'
import type { FaultOf, FaultOptions } from '../faults.ts'
import type { ApiName, Asked } from '../model-request.ts'

/** What goes out at once, as a whole. */
export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The faults that have a form of their own with each provider. */
export type ProviderFault = Exclude<FaultOf<'status'>, 'bad-gateway' | 'gateway-timeout' | 'http'>

export type ErrorTable = Readonly<Record<ProviderFault, (model: string, options: FaultOptions) => Reply>>

/** One form of asking a model. All have this shape. */
export type Api = {
  readonly name: ApiName
  readonly isQuestion: (path: string) => boolean
  readonly read: (body: JsonObject, path: string) => Asked
  /** The body of an answer that is not streamed. */
  readonly whole: (answer: Answer, model: string) => unknown
  /** The events of a streamed answer, each with its blank line. */
  readonly events: (answer: Answer, model: string) => readonly string[]
  /** An event that says nothing. */
  readonly ping: string
  /** The event of a stream that fails. */
  readonly failure: string
  readonly errors: ErrorTable
}

/** The instant in seconds that lies so many seconds ahead. */
export const epochIn = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
