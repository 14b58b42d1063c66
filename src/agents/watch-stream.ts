/**
 * Reads the messages of an agent's SDK while the caller uses them.
 *
 * W1 Every message, every error and every method of the stream is passed on unchanged.
 * W2 The explanation is available when the stream ends, throws or is left early. It never rejects.
 * W3 No message makes the reader throw.
 */
import { diagnose } from '../diagnosis/diagnose.ts'
import type { DiagnoseInput } from '../diagnosis/diagnosis.ts'
import { explanationOf, type Explanation } from '../diagnosis/explain.ts'
import { SignalReader } from './signal-reader.ts'

export type WatchOptions = {
  /** Texts to mask in the explanation, in addition to everything that looks like a key. */
  readonly secrets?: readonly string[]
}

/** A stream that knows how it ended. */
export type Watched<Stream> = Stream & {
  /** Why the run failed, with the message that proves it. `evidence[].line` is the number of the message, from 1. */
  readonly explanation: Promise<Explanation>
}

/** Wraps the stream of an agent's messages (W1). */
export function watchStream<Stream extends AsyncIterable<unknown>>(
  agent: string,
  stream: Stream,
  options: WatchOptions = {},
): Watched<Stream> {
  const watcher = new Watcher(agent, options)
  let iterator: AsyncIterator<unknown> | null = null
  const open = (): AsyncIterator<unknown> => (iterator ??= watcher.over(stream[Symbol.asyncIterator]()))
  const added: object = {
    explanation: watcher.explanation,
    [Symbol.asyncIterator]: open,
    next: (...sent: [] | [unknown]) => open().next(...sent),
    return: (value?: unknown) => open().return?.(value),
    throw: (error?: unknown) => open().throw?.(error),
  }
  const ownKeys = new Set<string | symbol>(['explanation', Symbol.asyncIterator])
  // A generator is its own iterator, and its methods may be called on it directly.
  for (const key of ['next', 'return', 'throw']) if (key in stream) ownKeys.add(key)
  const watched = new Proxy(stream, {
    get: (target, key) => {
      if (ownKeys.has(key)) return Reflect.get(added, key)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    has: (target, key) => ownKeys.has(key) || Reflect.has(target, key),
  })
  if (!isWatched(watched)) throw new TypeError('The stream hides the properties that withMayday added to it.')
  return watched
}

const isWatched = <Stream extends AsyncIterable<unknown>>(stream: Stream): stream is Watched<Stream> =>
  'explanation' in stream

/**
 * The caller left the stream before the agent was done. The SDK then stops the agent, which is not a failure of the
 * agent.
 */
const LEFT = { endSignal: 'SIGTERM' } as const

/** How SDKs report the exit code of the agent that they started. */
const EXIT_CODE = /\bexited with code (\d{1,3})\b/

class Watcher {
  readonly explanation: Promise<Explanation>
  readonly #settle: (explanation: Explanation) => void
  readonly #reader: SignalReader
  #isOver = false

  constructor(agent: string, { secrets = [] }: WatchOptions) {
    const { promise, resolve } = Promise.withResolvers<Explanation>()
    this.explanation = promise
    this.#settle = resolve
    this.#reader = new SignalReader({ agent, stage: 'agent_run', file: '-', secrets, part: 'iteration' })
  }

  over(inner: AsyncIterator<unknown>): AsyncIterator<unknown> & AsyncIterable<unknown> {
    const step = (work: () => Promise<IteratorResult<unknown>>): Promise<IteratorResult<unknown>> =>
      this.#step(work)
    const iterator: AsyncIterator<unknown> & AsyncIterable<unknown> = {
      next: (...sent) => step(() => inner.next(...sent)),
      return: async (value) => {
        this.#end(null, LEFT)
        return inner.return === undefined ? { done: true, value } : inner.return(value)
      },
      throw: (error) =>
        step(async () => {
          if (inner.throw === undefined) throw error
          return inner.throw(error)
        }),
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }

  async #step(work: () => Promise<IteratorResult<unknown>>): Promise<IteratorResult<unknown>> {
    try {
      const result = await work()
      if (result.done === true) this.#end(null)
      else this.#read(result.value)
      return result
    } catch (error) {
      this.#fail(error)
      throw error
    }
  }

  /** W3: a message that is not JSON is ignored. */
  #read(message: unknown): void {
    if (this.#isOver) return
    this.#reader.push(Buffer.from(`${jsonOf(message)}\n`))
  }

  #fail(error: unknown): void {
    if (this.#isOver) return
    const message = error instanceof Error ? error.message : String(error)
    const isAborted = error instanceof Error && error.name === 'AbortError'
    if (isAborted) this.#reader.notes.typed('interrupt', message || 'aborted')
    else this.#reader.push(Buffer.from(`${message}\n`))
    const code = EXIT_CODE.exec(message)?.[1]
    // The SDK threw, so the run failed even if nothing in its messages says so.
    this.#end(code === undefined ? (isAborted ? null : 1) : Number(code))
  }

  #end(exitCode: number | null, stopped: Pick<DiagnoseInput, 'endSignal'> = {}): void {
    if (this.#isOver) return
    this.#isOver = true
    const reading = this.#reader.end(exitCode)
    const verdict = diagnose({
      ...reading,
      ...(exitCode === null ? {} : { exitCode }),
      ...(reading.facts.closed ? {} : stopped),
    })
    this.#settle(explanationOf(reading, verdict))
  }
}

function jsonOf(message: unknown): string {
  try {
    return JSON.stringify(message) ?? ''
  } catch {
    // A circular value or a bigint. No message of an agent contains them.
    return ''
  }
}
