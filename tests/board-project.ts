/** A project with a board of cards, for the tests of the scheduler through the real command. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLive, type RunRecord } from '../src/record/run.ts'
import type { Finished } from './run-mayday.ts'
import { testProject, until, type Going, type TestProject } from './running-mayday.ts'
import { rigFolder } from './queue-context-at.ts'
import { inStore } from './task-repository.ts'

const worker = fileURLToPath(new URL('agents/waits-for-orders.pl', import.meta.url))

export const cardText = (title: string, more = ''): string => `---
owner: bri # the person
agent_flow: null
agent_status: idle
branch: feature/x
${more}---
# ${title}

## Acceptance Criteria

- [ ] it works

## History

- 2025-01-01: made by a person
`

/** Replaces ids and days, which differ each time. */
const shown = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/20\d{6}\//g, '<day>/')
    .replaceAll(/\b20(?!25)\d\d-\d\d-\d\d\b/g, '<date>')

export class Board implements AsyncDisposable {
  readonly project: TestProject

  constructor(project: TestProject) {
    this.project = project
    mkdirSync(join(rigFolder(project.path), 'orders'), { recursive: true })
    writeFileSync(project.file('mayday.yaml'), 'version: 1\n')
  }

  static async open(...names: readonly string[]): Promise<Board> {
    const board = new Board(await testProject())
    for (const name of names) board.write(name, cardText(name))
    return board
  }

  /** `5.1` is a card of phase 5. */
  path(name: string): string {
    return `project/phase-${name.split('.')[0]}-flows/in-progress/${name}-card.md`
  }

  write(name: string, text: string): void {
    const path = this.project.file(this.path(name))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  text(name: string): string {
    return readFileSync(this.project.file(this.path(name)), 'utf8')
  }

  /** The card's state and Mayday's entries in its History. */
  told(name: string): string {
    const text = this.text(name)
    const status = /^agent_status: *(\S*)/m.exec(text)?.[1] ?? ''
    const flow = /^agent_flow: *(\S*)/m.exec(text)?.[1] ?? ''
    const [, lines = ''] = text.split('made by a person\n')
    return shown([`${flow}/${status}`, ...lines.split('\n').filter((line) => line !== '')].join('\n'))
  }

  enqueue(name: string, ...args: readonly string[]): Promise<Finished> {
    return this.project.mayday(['enqueue', this.path(name), ...args])
  }

  /** Queues a card with a worker that waits for orders. */
  async enqueueWorker(name: string, ...args: readonly string[]): Promise<void> {
    const orders = join(rigFolder(this.project.path), 'orders')
    const { code, stderr } = await this.enqueue(name, ...args, '--', 'perl', worker, orders)
    if (code !== 0) throw new Error(stderr)
  }

  order({ runId }: Pick<RunRecord, 'runId'>, order: string): void {
    const file = join(rigFolder(this.project.path), 'orders', runId)
    writeFileSync(`${file}.new`, order)
    renameSync(`${file}.new`, file)
  }

  mayday(...args: readonly string[]): Promise<Finished> {
    return this.project.mayday(args)
  }

  work(...args: readonly string[]): Going {
    return this.project.start(['work', ...args])
  }

  runs(): readonly RunRecord[] {
    return inStore(this.project, (store) => store.history({ limit: 200 })).toSorted((a, b) => a.run - b.run)
  }

  /** Runs whose workers are alive. */
  live(): readonly RunRecord[] {
    return this.runs().filter(
      (run) =>
        isLive(run) && existsSync(join(this.project.record, run.logPath, 'pid')) && run.status === 'running',
    )
  }

  untilLive(count: number): Promise<readonly RunRecord[]> {
    return until(`${count} live runs`, () => {
      const live = this.live()
      return live.length === count && live
    })
  }

  /** Lock files and rows. There must be none if nothing runs and nothing is queued. */
  locks(): readonly string[] {
    const folder = this.project.inRecord('locks')
    const files = existsSync(folder) ? readdirSync(folder) : []
    return [
      ...inStore(this.project, (store) => store.locks()).map(({ kind, subject }) => `${kind} ${subject}`),
      ...files,
    ]
  }

  taskStatus(task: number): string | undefined {
    return inStore(this.project, (store) => store.task(task)?.status)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.project[Symbol.asyncDispose]()
  }
}
