/** The actions of people, workers, machines and clocks on a queue, one step after the other. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MaydayError } from '../src/errors.ts'
import { isLive, type RunRecord } from '../src/record/run.ts'
import type { TaskRecord } from '../src/record/task.ts'
import { cancelTask } from '../src/scheduling/cancel-task.ts'
import { resetCard } from '../src/scheduling/reset-card.ts'
import { retryTask } from '../src/scheduling/retry-task.ts'
import { crashPoints, taskCrashPoints } from '../src/supervision/crash-point.ts'
import {
  describeQueue,
  findBreaches,
  findPending,
  openTasks,
  type CardModel,
  type End,
  type Expected,
} from './scheduler-model.ts'
import { killRun } from './running-mayday.ts'
import { boardCards, type Rig } from './scheduler-rig.ts'

const STEPS = 15

/** Far longer than any step takes unless it is stuck. */
const QUIET_MS = 30_000
/** Longer than every backoff, gate and release of this test. */
const FORWARD_MS = 400_000
const BACK_MS = -120_000

export class Story {
  readonly #rig: Rig
  readonly #random: () => number
  readonly #expected: Expected = new Map()
  readonly #cards: readonly CardModel[]
  readonly #trace: string[] = []

  constructor(rig: Rig, random: () => number) {
    this.#rig = rig
    this.#random = random
    this.#cards = Object.entries(boardCards).map(([path, isParallel]) => ({
      path,
      isParallel,
      task: null,
      isBroken: false,
      own: readFileSync(join(rig.root, path), 'utf8'),
      said: null,
      dropped: new Set<string>(),
    }))
  }

  async tell(): Promise<void> {
    try {
      this.#rig.start()
      for (let step = 0; step < STEPS; step += 1) {
        await this.#step()
        await this.#quiet()
      }
      await this.#finish()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`${why}\nafter:\n${this.#trace.join('\n')}\n${this.#rig.said()}`, { cause: error })
    }
  }

  // -- Possible steps.

  async #step(): Promise<void> {
    const steps: readonly (() => boolean | Promise<boolean>)[] = [
      // Steps that enable others occur more often.
      ...Array.from({ length: 5 }, () => () => this.#enqueue()),
      () => this.#end('exit 0', ['succeeded']),
      () => this.#end('exit 1', ['failed']),
      () => this.#end('crash', ['failed']),
      () => this.#end('hang', ['failed']),
      () => this.#vanish(),
      () => this.#cancel(),
      () => this.#cancelAsItEnds(),
      () => this.#retry(),
      () => this.#retry(),
      () => this.#reset(),
      () => this.#rewrite(),
      () => this.#break(),
      () => this.#move(),
      () => this.#kill(),
      () => this.#crash(),
      () => this.#moveClock(FORWARD_MS),
      () => this.#moveClock(FORWARD_MS),
      () => this.#moveClock(BACK_MS),
    ]
    // Not every step is always possible.
    for (let tries = 0; tries < 50; tries += 1) if (await this.#oneOf(steps)?.()) break
    if (!this.#rig.isScheduling && this.#random() < 0.7) this.#start()
  }

  #oneOf<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)]
  }

  #note(what: string): void {
    this.#trace.push(what)
  }

  #enqueue(): boolean {
    const card = this.#oneOf(this.#cards)
    const flow = this.#oneOf(['implement', 'review'])
    if (card === undefined || flow === undefined) return false
    this.#note(`enqueue ${card.path} for ${flow}`)
    this.#try(() => {
      const { task } = this.#rig.enqueue(card.path, flow)
      if (card.task !== null && card.task !== task.task)
        throw new Error(`${card.path} had task ${card.task}, and now has task ${task.task}`)
      card.task = task.task
    })
    return true
  }

  /** A refused action is no violation. */
  #try(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!(error instanceof MaydayError)) throw error
      this.#note(`  refused: ${error.message}`)
    }
  }

  #liveRun(): RunRecord | undefined {
    return this.#oneOf(this.#runs().filter((run) => isLive(run) && !this.#expected.has(run.runId)))
  }

  #runs(): readonly RunRecord[] {
    return this.#cards.flatMap(({ task }) => (task === null ? [] : this.#rig.store.runsOf(task)))
  }

  #end(order: string, ends: readonly End[]): boolean {
    const run = this.#liveRun()
    if (run === undefined) return false
    this.#note(`run ${run.run}: ${order}`)
    this.#expected.set(run.runId, ends)
    this.#rig.order(run.runId, order)
    return true
  }

  /** Kills the worker and its wrapper, so that no status is left. */
  #vanish(): boolean {
    const run = this.#liveRun()
    if (run === undefined) return false
    this.#note(`run ${run.run}: every process of it is killed`)
    this.#expected.set(run.runId, ['failed'])
    killRun(run.runId)
    return true
  }

  #cardTask(): { readonly card: CardModel; readonly task: TaskRecord } | null {
    const card = this.#oneOf(this.#cards.filter((one) => one.task !== null))
    const task = card === undefined ? null : this.#rig.store.task(card.task ?? 0)
    return card === undefined || task === null ? null : { card, task }
  }

  #cancel(): boolean {
    const found = this.#cardTask()
    if (found === null) return false
    const { card, task } = found
    this.#note(`cancel ${card.path}, which is ${task.status}`)
    const { kind } = cancelTask(task, this.#rig.context)
    const last = this.#rig.store.runsOf(task.task).at(-1)
    this.#note(`  ${kind}`)
    if (kind === 'asked' && last !== undefined)
      this.#expected.set(last.runId, [...(this.#expected.get(last.runId) ?? []), 'canceled'])
    if (kind === 'canceled' && task.status !== 'deferred')
      card.said = { status: 'canceled', afterRun: last?.run ?? 0 }
    return true
  }

  #cancelAsItEnds(): boolean {
    const run = this.#liveRun()
    const task = run === undefined ? null : this.#rig.store.task(run.task)
    if (run === undefined || task === null) return false
    this.#note(`run ${run.run}: exit 0, and canceled at once`)
    this.#expected.set(run.runId, ['succeeded', 'canceled'])
    this.#rig.order(run.runId, 'exit 0')
    cancelTask(task, this.#rig.context)
    return true
  }

  #retry(): boolean {
    const found = this.#cardTask()
    if (found === null) return false
    this.#note(`retry ${found.card.path}, which is ${found.task.status}`)
    this.#try(() => void retryTask(found.task, this.#rig.context))
    return true
  }

  #reset(): boolean {
    const card = this.#oneOf(this.#cards)
    if (card === undefined) return false
    this.#note(`reset ${card.path}`)
    this.#try(() => {
      const promised = card.task === null ? null : (this.#rig.store.task(card.task)?.nextRunId ?? null)
      resetCard(join(this.#rig.root, card.path), this.#rig.context)
      if (promised !== null) card.dropped.add(promised)
      const last = card.task === null ? undefined : this.#rig.store.runsOf(card.task).at(-1)
      card.said = { status: 'idle', afterRun: last?.run ?? 0 }
    })
    return true
  }

  /** Changes a person's own text, beside Mayday's. */
  #rewrite(): boolean {
    const card = this.#oneOf(this.#cards.filter(({ isBroken }) => !isBroken))
    if (card === undefined) return false
    this.#note(`a person writes into ${card.path}`)
    const change = (text: string): string =>
      text
        .replace(/^(# .*)$/m, '$1 more')
        .replace(/^owner:/m, 'extra: 1 # mine\nowner:')
        .replace(/^(?:extra: 1 # mine\n)+/m, 'extra: 1 # mine\n')
    this.#rig.edit(() => {
      const path = join(this.#rig.root, card.path)
      writeFileSync(path, change(readFileSync(path, 'utf8')))
    })
    card.own = change(card.own)
    return true
  }

  /** Breaks a card, or repairs a broken one. */
  #break(): boolean {
    const card = this.#oneOf(this.#cards)
    if (card === undefined) return false
    this.#note(`a person ${card.isBroken ? 'mends' : 'breaks'} ${card.path}`)
    this.#rig.edit(() => this.#toggle(card))
    return true
  }

  #toggle(card: CardModel): void {
    const path = join(this.#rig.root, card.path)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      card.isBroken ? text.replace('{ [ broken\n', '') : text.replace('---\n', '---\n{ [ broken\n'),
    )
    card.isBroken = !card.isBroken
  }

  #move(): boolean {
    const card = this.#oneOf(this.#cards)
    if (card === undefined) return false
    const folder = basename(dirname(card.path)) === 'in-progress' ? 'backlog' : 'in-progress'
    const to = join(dirname(dirname(card.path)), folder, basename(card.path))
    this.#note(`a person moves ${card.path} to ${folder}`)
    this.#rig.edit(() => renameSync(join(this.#rig.root, card.path), join(this.#rig.root, to)))
    card.path = to
    return true
  }

  async #kill(): Promise<boolean> {
    this.#note('the scheduler is killed')
    await this.#rig.kill()
    return true
  }

  #start(): void {
    this.#note('a scheduler is started')
    this.#rig.start()
  }

  /** Starts a scheduler that dies at a random step. */
  async #crash(): Promise<boolean> {
    const point = this.#oneOf([...crashPoints, ...taskCrashPoints])
    if (point === undefined) return false
    this.#note(`a scheduler is started that dies at: ${point}`)
    await this.#rig.kill()
    this.#rig.start(point)
    return true
  }

  #moveClock(ms: number): boolean {
    this.#note(`the clock moves by ${ms / 1000} s`)
    this.#rig.moveClock(ms)
    return true
  }

  // -- Waiting until nothing more happens.

  async #quiet(): Promise<void> {
    const end = performance.now() + QUIET_MS
    for (;;) {
      const pending = findPending(this.#rig, this.#cards, this.#expected)
      const breaches = pending.length > 0 ? [] : this.#breaches()
      // A check between two writes is repeated.
      if (pending.length === 0 && breaches.length === 0) return
      if (performance.now() > end)
        throw new Error(`stuck:\n${[...pending, ...breaches].join('\n')}\n${describeQueue(this.#rig)}`)
      if (!this.#rig.isScheduling) return
      await pause(20)
    }
  }

  #breaches(): readonly string[] {
    return this.#rig.isScheduling ? findBreaches(this.#rig, this.#cards, this.#expected) : []
  }

  /** Brings everything that is left to its end. */
  async #finish(): Promise<void> {
    this.#note('the end: everything is mended and succeeds')
    await this.#rig.kill()
    this.#rig.start()
    for (const card of this.#cards) if (card.isBroken) this.#rig.edit(() => this.#toggle(card))
    for (let rounds = 0; rounds < 50; rounds += 1) {
      await this.#quiet()
      for (const run of this.#runs().filter((one) => isLive(one))) {
        this.#expected.set(run.runId, [...(this.#expected.get(run.runId) ?? []), 'succeeded'])
        this.#rig.order(run.runId, 'exit 0')
      }
      if (openTasks(this.#rig).length === 0) break
      this.#rig.moveClock(FORWARD_MS)
    }
    await this.#quiet()
  }
}
