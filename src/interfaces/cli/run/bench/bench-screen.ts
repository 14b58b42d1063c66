/** The table of a running series: the live attempts, their stages, and the remaining time. */
import { visible } from '../../../../signals/invisible.ts'
import { isDone, type AttemptRecord } from '../../../../bench/attempt-record.ts'
import type { BenchEvent } from '../../../../bench/bench-context.ts'
import { describeDuration } from '../../../../record/duration.ts'
import { cut } from '../../screen/columns.ts'
import { passedInWords, renderAttempt } from './bench-words.ts'
import type { Terminal } from '../../command.ts'
import { styleFor, type Style } from '../../screen/style.ts'

/** In the order of an attempt, with names that fit into a line. */
const STAGES = [
  ['git_clone', 'clone'],
  ['git_checkout', 'checkout'],
  ['setup', 'setup'],
  ['baseline_run', 'baseline'],
  ['agent_run', 'agent'],
  ['final_test', 'test'],
] as const

/** The interval at which the times are redrawn. */
const REDRAW_MS = 1000

type Live = {
  readonly task: string
  readonly attempt: number
  readonly sinceMs: number
  /** The stages so far; the last one is the current stage. */
  readonly stages: readonly string[]
}

export class BenchScreen {
  readonly #terminal: Terminal
  readonly #style: Style
  readonly #live = new Map<string, Live>()
  readonly #timer: NodeJS.Timeout
  #head = { series: '', total: 0, done: 0, passed: 0 }
  /** The number of attempts that ended on this screen, and its start. */
  #made = 0
  #startedMs = performance.now()
  #drawn = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#style = styleFor(terminal.colour)
    this.#timer = setInterval(() => this.#draw([]), REDRAW_MS)
  }

  see(event: BenchEvent): void {
    switch (event.event) {
      case 'series:started':
        this.#head = { series: event.series, total: event.total, done: event.done, passed: event.passed }
        this.#startedMs = performance.now()
        return this.#draw([])
      case 'attempt:started':
        return this.#put(event.task, event.attempt, [])
      case 'attempt:adopted':
        // Earlier stages are not announced again.
        return this.#put(event.task, event.attempt, [...STAGES.map(([name]) => name), ''])
      case 'attempt:lost':
        return this.say(`${event.task} #${event.attempt} was lost when Mayday was killed; it is repeated`)
      case 'stage:started':
        return this.#put(event.task, event.attempt, [event.stage])
      case 'attempt:ended':
        return this.#end(event.record)
    }
  }

  /** Prints a permanent line. */
  say(text: string): void {
    this.#draw([this.#style.yellow(text)])
  }

  close(): void {
    clearInterval(this.#timer)
    this.#erase()
  }

  #put(task: string, attempt: number, more: readonly string[]): void {
    const name = `${attempt} ${task}`
    const { sinceMs, stages } = this.#live.get(name) ?? { sinceMs: performance.now(), stages: [] }
    this.#live.set(name, { task, attempt, sinceMs, stages: [...stages, ...more] })
    this.#draw([])
  }

  #end(record: AttemptRecord): void {
    this.#live.delete(`${record.attempt} ${record.task_id}`)
    const { done, passed } = this.#head
    if (isDone(record)) {
      this.#head = { ...this.#head, done: done + 1, passed: passed + (record.passed ? 1 : 0) }
      this.#made += 1
    }
    const mark = record.passed ? this.#style.green('✔') : this.#style.red('✗')
    this.#draw([`${mark} ${cut(renderAttempt(record), this.#terminal.columns - 3)}`])
  }

  #erase(): void {
    if (this.#drawn > 0) this.#terminal.steer(`\u001B[${this.#drawn}A\r\u001B[J`)
    this.#drawn = 0
  }

  #draw(above: readonly string[]): void {
    const live = [...this.#live.values()]
    // Only lines on the screen can be redrawn.
    const shown = live.slice(0, Math.max(1, this.#terminal.rows - 3))
    const more = live.length > shown.length ? [`  and ${live.length - shown.length} more`] : []
    const block = [...shown.map((one) => this.#row(one)), ...more, this.#status()]
    const up = this.#drawn > 0 ? `\u001B[${this.#drawn}A\r\u001B[J` : ''
    this.#terminal.steer(`${up}${visible([...above, ...block].join('\n'))}\n`)
    this.#drawn = block.length
  }

  #row({ task, attempt, sinceMs, stages }: Live): string {
    const at = STAGES.findIndex(([name]) => name === stages.at(-1))
    const shown = STAGES.map(([name, word], index) => {
      if (index >= at) return index === at ? `${word} ●` : word
      return `${word} ${stages.includes(name) ? '✔' : '–'}`
    })
    const plain = `${task} #${attempt}  ${roughly(performance.now() - sinceMs)}  ${shown.join('  ')}`
    return `${this.#style.cyan('●')} ${cut(plain, this.#terminal.columns - 3)}`
  }

  #status(): string {
    const { series, total, done, passed } = this.#head
    const spentMs = performance.now() - this.#startedMs
    const leftMs = this.#made === 0 ? null : (spentMs / this.#made) * (total - done)
    const facts = [
      series,
      passedInWords(passed, done),
      `${total - done} left`,
      roughly(spentMs),
      ...(leftMs === null || leftMs === 0 ? [] : [`about ${roughly(leftMs)} to go`]),
    ]
    return this.#style.dim(cut(facts.join(' · '), this.#terminal.columns - 1))
  }
}

/** In whole seconds, so that the screen does not flicker. */
const roughly = (ms: number): string =>
  ms < 59_500 ? `${Math.round(ms / 1000)} s` : describeDuration(Math.round(ms / 1000) * 1000)
