/** A board of cards, workers that wait for orders, and a scheduler in a separate process that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { findProject } from '../src/record/project.ts'
import { defaultBudget } from '../src/record/task.ts'
import { Store } from '../src/record/store.ts'
import { enqueueCard, type Enqueued } from '../src/scheduling/enqueue-card.ts'
import type { QueueContext } from '../src/scheduling/locks.ts'
import { CRASH_VARIABLE } from '../src/supervision/crash-point.ts'
import { queueContextAt, readOffset, rigFolder, writeOffset } from './queue-context-at.ts'
import { testProject, until, type TestProject } from './running-mayday.ts'

const program = fileURLToPath(new URL('agents/schedules.ts', import.meta.url))
const worker = fileURLToPath(new URL('agents/waits-for-orders.pl', import.meta.url))

/** The silence after which a worker is stopped: far longer than a busy machine delays its output. */
const IDLE_MS = 2000

export const boardCards = {
  'project/phase-5-flows/in-progress/5.1-locks.md': false,
  'project/phase-5-flows/in-progress/5.2-queue.md': false,
  'project/phase-5-flows/backlog/5.3-words.md': true,
  'project/phase-6-board/in-progress/6.1-columns.md': false,
  'project/phase-6-board/in-progress/6.2-colours.md': true,
} as const

const textOf = (name: string, isParallel: boolean): string => `---
owner: bri # the person
agent_flow: null
agent_status: idle # where it stands
branch: feature/${name}
parallelizable: ${isParallel}
---
# ${name}

Some words of a person.

## Acceptance Criteria

- [ ] it works

## History

- 2025-01-01: made by a person
`

export class Rig implements AsyncDisposable {
  readonly #project: TestProject
  readonly #log: string
  readonly store: Store
  readonly context: QueueContext
  #scheduler: ChildProcess | null = null

  private constructor(project: TestProject, cards: Readonly<Record<string, boolean>>) {
    this.#project = project
    const rig = rigFolder(project.path)
    this.#log = join(rig, 'scheduler.log')
    mkdirSync(join(rig, 'orders'), { recursive: true })
    writeFileSync(project.file('mayday.yaml'), 'version: 1\n')
    writeOffset(project.path, 0)
    for (const [path, isParallel] of Object.entries(cards)) {
      for (const folder of ['backlog', 'in-progress'])
        mkdirSync(join(dirname(dirname(project.file(path))), folder), { recursive: true })
      writeFileSync(project.file(path), textOf(path.slice(path.lastIndexOf('/') + 1, -3), isParallel))
    }
    const found = findProject(project.path, process.env)
    this.store = Store.open(found.record)
    this.context = queueContextAt(found, this.store)
  }

  /** The cards by path, and whether each is parallelizable. */
  static async open(cards: Readonly<Record<string, boolean>> = boardCards): Promise<Rig> {
    return new Rig(await testProject(), cards)
  }

  get root(): string {
    return this.#project.path
  }

  get isScheduling(): boolean {
    return (
      this.#scheduler !== null && this.#scheduler.exitCode === null && this.#scheduler.signalCode === null
    )
  }

  /** The output of the schedulers, for debugging. */
  said(): string {
    return readFileSync(this.#log, 'utf8')
  }

  /** With the name of a step it kills itself there. */
  start(crashAt?: string): void {
    const log = openSync(this.#log, 'a')
    const { [CRASH_VARIABLE]: _, ...env } = process.env
    this.#scheduler = spawn(process.execPath, [program, this.root], {
      stdio: ['ignore', log, log],
      env: crashAt === undefined ? env : { ...env, [CRASH_VARIABLE]: crashAt },
    })
  }

  async kill(): Promise<void> {
    this.#scheduler?.kill('SIGKILL')
    await until('the scheduler to die', () => !this.isScheduling)
    this.#scheduler = null
  }

  /** The default command is a worker that waits for orders. */
  enqueue(path: string, flow: string, argv: readonly string[] = this.#waiting): Enqueued {
    return enqueueCard(
      {
        path: join(this.root, path),
        flow,
        agent: null,
        argv,
        setup: null,
        verify: null,
        limits: { idleMs: IDLE_MS, graceMs: 500 },
        budget: { ...defaultBudget, attempts: 100 },
        hasOwnTree: false,
        fallback: [],
      },
      this.context,
    )
  }

  get #waiting(): readonly string[] {
    return ['perl', worker, join(rigFolder(this.root), 'orders')]
  }

  order(runId: string, order: string): void {
    const file = join(rigFolder(this.root), 'orders', runId)
    writeFileSync(`${file}.new`, order)
    renameSync(`${file}.new`, file)
  }

  moveClock(ms: number): void {
    writeOffset(this.root, readOffset(this.root) + ms)
  }

  /**
   * A person's edit. No other process writes at the same time: an
   * editor that overwrites unread changes is no bug of Mayday.
   */
  edit(change: () => void): void {
    const db = new DatabaseSync(join(this.context.project.record, 'mayday.db'), { timeout: 20_000 })
    try {
      db.exec('BEGIN IMMEDIATE')
      change()
      db.exec('COMMIT')
    } finally {
      db.close()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    this.store.close()
    await this.#project[Symbol.asyncDispose]()
  }
}
