/**
 * A series: the attempts of one agent at the tasks of a suite, and its files.
 *
 * - Q1 series.json exists before the first attempt and contains the whole request.
 * - Q2 An attempt that may be running has a file in live/. The file is written before the attempt starts and removed
 *   after its record is written.
 * - Q3 attempts.jsonl is only appended to, by the one process that holds the lease of the series. Each line is on the
 *   disk before the next step.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { UsageError } from '../errors.ts'
import type { Project } from '../record/project.ts'
import { openPlain, readPlain, readPlainText } from '../record/plain-file.ts'
import { writeWhole } from '../record/write-whole.ts'
import { count, fits, misfitIn, moment, parseJson, type Shape } from '../record/schema.ts'
import { tryJson } from '../signals/bytes/try-json.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { benchAgentSchema } from './bench-agent.ts'
import { seriesFolder } from './report/find-series.ts'
import { readAttempts } from './report/read-attempts.ts'
import { benchTaskSchema } from './suite/task.ts'
import { ID_FORM } from './suite/task-keys.ts'

/** The content of `series.json`. */
export const seriesSchema = v.object({
  format: v.literal('mayday.series/1'),
  series: v.string(),
  suite: v.string(),
  agent: benchAgentSchema,
  attempts: count,
  createdAt: moment,
  /** Equal for equal requests. */
  key: v.string(),
  tasks: v.array(benchTaskSchema),
})

export type SeriesSpec = Shape<typeof seriesSchema>

export type SeriesRequest = Pick<SeriesSpec, 'suite' | 'agent' | 'attempts' | 'tasks'>

/** One attempt that may be running. */
export const liveAttemptSchema = v.object({
  runId: v.string(),
  task: v.string(),
  attempt: count,
  folder: v.string(),
})

export type LiveAttempt = Shape<typeof liveAttemptSchema>

export const benchFolder = ({ record }: Project): string => seriesFolder(record)

export const keyOf = ({ suite, agent, attempts, tasks }: SeriesRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([suite, agent, attempts, tasks]))
    .digest('hex')

export class Series {
  readonly spec: SeriesSpec
  readonly folder: string

  private constructor(spec: SeriesSpec, folder: string) {
    this.spec = spec
    this.folder = folder
  }

  /** Null if there is no series of that name. */
  static find(project: Project, name: string): Series | null {
    if (!ID_FORM.test(name)) return null
    const folder = join(benchFolder(project), name)
    const path = join(folder, 'series.json')
    if (!existsSync(path)) return null
    const found = tryJson(readPlain(path).toString('utf8'))
    if (fits(seriesSchema, found)) return new Series(found, folder)
    throw new UsageError(
      `This version of Mayday cannot read ${path} (${misfitIn(seriesSchema, found)}). Choose another --series, or move that folder away.`,
    )
  }

  /** Q1. */
  static create(project: Project, name: string, request: SeriesRequest): Series {
    if (!ID_FORM.test(name))
      throw new UsageError(
        `--series needs up to 100 letters, digits, dots, dashes and underscores, the first one a letter or digit, not '${name}'.`,
      )
    const folder = join(benchFolder(project), name)
    mkdirSync(join(folder, 'live'), { recursive: true, mode: 0o700 })
    const { suite, agent, attempts, tasks } = request
    const spec: SeriesSpec = {
      format: 'mayday.series/1',
      series: name,
      suite,
      agent,
      attempts,
      createdAt: new Date().toISOString(),
      key: keyOf(request),
      tasks,
    }
    writeWhole(join(folder, 'series.json'), `${JSON.stringify(spec, null, 2)}\n`)
    return new Series(spec, folder)
  }

  /** All series of a project, oldest first. An unreadable one is left out, so that it does not block the others. */
  static list(project: Project): readonly Series[] {
    const folder = benchFolder(project)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .flatMap((path) => {
        const found = parseJson(seriesSchema, readPlainText(join(path, 'series.json')) ?? '')
        return found === null ? [] : [new Series(found, path)]
      })
      .toSorted((a, b) => a.spec.createdAt.localeCompare(b.spec.createdAt))
  }

  get #attempts(): string {
    return join(this.folder, 'attempts.jsonl')
  }

  records(): readonly AttemptRecord[] {
    return existsSync(this.#attempts) ? readAttempts(this.#attempts).records : []
  }

  /**
   * Q3. If a killed writer left a line without its line break, the line is closed first, so that it does not damage the
   * next one.
   */
  append(record: AttemptRecord): void {
    const file = openPlain(this.#attempts, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
    try {
      writeSync(file, `${endsOpen(file) ? '\n' : ''}${JSON.stringify(record)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  /** Q2. */
  announce(live: LiveAttempt): void {
    writeWhole(this.#live(live.runId), JSON.stringify(live), 'unsynced')
  }

  settle({ runId }: LiveAttempt): void {
    rmSync(this.#live(runId), { force: true })
  }

  live(): readonly LiveAttempt[] {
    const folder = join(this.folder, 'live')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return readdirSync(folder).flatMap((name) => {
      const text = name.endsWith('.json') ? (readPlainText(join(folder, name)) ?? '') : ''
      const found = parseJson(liveAttemptSchema, text)
      return found === null ? [] : [found]
    })
  }

  #live(runId: string): string {
    return join(this.folder, 'live', `${runId}.json`)
  }
}

function endsOpen(file: number): boolean {
  const { size } = fstatSync(file)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
}
