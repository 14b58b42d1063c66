import type { FaultName, FaultOptions } from './faults.ts'
import type { ApiName, UnansweredRequest } from './model-request.ts'

/** The token usage that the answer reports. Default 120 and 20. */
export type TokenUsage = { readonly input: number; readonly output: number }

/** One answer to one request. */
export type Turn =
  | { readonly kind: 'say'; readonly text: string; readonly usage?: TokenUsage }
  | {
      readonly kind: 'tool'
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
      /** Text before the call. */
      readonly text?: string
      readonly usage?: TokenUsage
    }
  | ({ readonly kind: 'fault'; readonly name: FaultName } & FaultOptions)

/** A turn, or turns that are repeated. */
export type Step =
  | Turn
  | { readonly kind: 'repeat'; readonly times: number; readonly steps: readonly Step[] }
  | { readonly kind: 'always'; readonly steps: readonly Step[] }

/** A condition on a request. Everything that is given must hold. */
export type Match = {
  readonly api?: ApiName
  /** Contained in the newest prompt. */
  readonly prompt?: string
  /** Contained in the model's name. */
  readonly model?: string
  /** Contained in the path. */
  readonly path?: string
  /** Whether it offers tools. Side requests of an agent (a title, a summary) usually offer none. */
  readonly hasTools?: boolean
}

/** Separate steps for requests that match. The first matching `when` answers. */
export type When = {
  readonly kind: 'when'
  readonly match: Match | ((request: UnansweredRequest) => boolean)
  readonly steps: readonly Step[]
}

/**
 * One turn for every request; or a list, which every conversation plays from its start; or a function. If a list has
 * ended or a function returns null, the model says that the script is over.
 */
export type Script = Step | readonly (Step | When)[] | ((request: UnansweredRequest) => Turn | null)

export const say = (text: string, usage?: TokenUsage): Turn =>
  usage === undefined ? { kind: 'say', text } : { kind: 'say', text, usage }

/**
 * A call of a tool. `Bash` (`command`), `Write` (`path`, `content`) and `Read` (`path`) are mapped to the agent's own
 * tool of that kind. Any other name is sent unchanged.
 */
export const callTool = (name: string, input: Readonly<Record<string, unknown>> = {}, text?: string): Turn =>
  text === undefined ? { kind: 'tool', name, input } : { kind: 'tool', name, input, text }

/** `fault('rate-limit', { retryAfter: 30 })` */
export const fault = (name: FaultName, options: FaultOptions = {}): Turn => ({
  kind: 'fault',
  name,
  ...options,
})

export const repeat = (times: number, ...steps: readonly Step[]): Step => ({ kind: 'repeat', times, steps })

export const thenAlways = (...steps: readonly Step[]): Step => ({ kind: 'always', steps })

export const when = (match: When['match'], ...steps: readonly Step[]): When => ({
  kind: 'when',
  match,
  steps,
})
