/**
 * Damages the record at random and looks whether a command breaks down or anything that was whole is lost.
 */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/record/uuid.ts'
import { randomFrom } from '../random-from.ts'
import { seed, sized } from './size.ts'
import { testProject, type TestProject } from '../running-mayday.ts'

const rounds = sized(200)

let project: TestProject
let whole: string
/** Of every run, what history says of it while nothing is damaged. */
let known: ReadonlyMap<string, string>

beforeAll(async () => {
  project = await testProject()
  await project.mayday(['run', '--', 'sh', '-c', 'echo one; exit 1'])
  await project.mayday(['run', '--verify', 'exit 1', '--', 'sh', '-c', 'echo two'])
  await project.mayday(['run', '--', 'sh', '-c', 'echo three; kill -9 $$'])
  await project.mayday(['add', 'Once', '--attempts', '1', '--phase', '3', '--', 'sh', '-c', 'exit 4'])
  await project.mayday(['run', '--task', '4'])
  await project.mayday(['correct', '1', '--reason', 'TESTS_FAILED', '--note', 'seen'])
  await project.mayday(['add', 'Later', '--', 'true'])
  whole = `${project.record}.whole`
  cpSync(project.record, whole, { recursive: true })
  known = await runsOf(project)
  if (known.size !== 4) throw new Error(`${known.size} runs were recorded, not 4`)
}, 120_000)

afterAll(async () => {
  rmSync(whole, { recursive: true, force: true })
  await project[Symbol.asyncDispose]()
})

type History = {
  readonly runs: readonly {
    readonly runId: string
    readonly status: string
    readonly exitCode: number | null
  }[]
}

async function runsOf({ mayday }: TestProject): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await mayday(['history', '--json', '--limit', '100'])
  const { runs } = JSON.parse(stdout) as History
  return new Map(runs.map(({ runId, status, exitCode }) => [runId, `${status} ${exitCode}`]))
}

type Random = () => number

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[below(random, from.length)]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}

/** A few bytes become others. */
function scatter(path: string, random: Random): void {
  const bytes = readFileSync(path)
  if (bytes.length === 0) return
  for (let n = 1 + below(random, 40); n > 0; n -= 1) bytes[below(random, bytes.length)] = below(random, 256)
  writeFileSync(path, bytes)
}

function flip(path: string, random: Random): void {
  const bytes = readFileSync(path)
  if (bytes.length === 0) return
  // Early bytes matter most in a database.
  const at = below(random, random() < 0.5 ? Math.min(bytes.length, 4096) : bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8))
  writeFileSync(path, bytes)
}

function zero(path: string, random: Random): void {
  const bytes = readFileSync(path)
  const from = below(random, bytes.length)
  writeFileSync(path, bytes.fill(0, from, Math.min(from + 4096, bytes.length)))
}

/** A number becomes another, and the text stays JSON. */
function change(path: string, random: Random): void {
  const text = readFileSync(path, 'latin1')
  const words = [...text.matchAll(/"[^"]*"|-?\d+|null|true|false/g)]
  if (words.length === 0) return
  const { index, 0: word } = pick(random, words)
  const other = pick(random, ['-1', '1e308', 'null', '"x"', '[]', '{}', 'true', '9007199254740993'])
  writeFileSync(path, text.slice(0, index) + other + text.slice(index + word.length), 'latin1')
}

function duplicate(path: string): void {
  const folder = dirname(path)
  if (basename(path).startsWith('mayday.db')) cpSync(path, join(folder, 'mayday.db-wal'))
  else cpSync(folder, join(dirname(folder), uuidv7()), { recursive: true })
}

const damages: readonly (readonly [string, (path: string, random: Random) => void])[] = [
  ['scatter', scatter],
  ['flip', flip],
  ['zero', zero],
  ['change', change],
  [
    'truncate',
    (path, random) => writeFileSync(path, readFileSync(path).subarray(0, below(random, statSync(path).size))),
  ],
  [
    'garbage',
    (path, random) => writeFileSync(path, Buffer.from(Array.from({ length: 600 }, () => below(random, 256)))),
  ],
  ['empty', (path) => writeFileSync(path, '')],
  ['delete', (path) => rmSync(path)],
  ['rename', (path) => renameSync(path, `${path}.other`)],
  ['duplicate', duplicate],
]

/** The database half of the time, else a file of a run. */
function target(random: Random): string {
  if (random() < 0.5) return project.inRecord('mayday.db')
  const folder = pick(random, project.folders())
  return join(folder, pick(random, readdirSync(folder)))
}

const LOOKS = [['history'], ['status'], ['show', '1'], ['logs', '1']]

async function calm(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await project.mayday(args)
  expect({ args, code, stderr }).toEqual({
    args,
    code: expect.toBeOneOf([0, 1, 2]),
    stderr: expect.not.stringMatching(/unexpected error|\n {4}at /),
  })
  return stdout + stderr
}

describe(`${rounds} random damages, seed ${seed}`, () => {
  const random = randomFrom(seed)
  it.each(Array.from({ length: rounds }, () => below(random, 2 ** 31)))(
    'nothing whole is lost in %d',
    async (own) => {
      const chance = randomFrom(own)
      // The first numbers of neighbours are alike.
      for (let n = 0; n < 5; n += 1) chance()
      rmSync(project.record, { recursive: true })
      cpSync(whole, project.record, { recursive: true })
      const hurt = new Set<string>()
      for (let n = 1 + below(chance, 2); n > 0; n -= 1) {
        const path = target(chance)
        const [name, damage] = pick(chance, damages)
        if (statSync(path, { throwIfNoEntry: false }) === undefined) continue
        damage(path, chance)
        hurt.add(`${name} ${path.slice(project.record.length + 1)}`)
      }
      const story = [...hurt].join(', ')
      await Promise.all(LOOKS.map((args) => calm(args)))
      const said = await calm(['recover'])
      await calm(['doctor', '--fix'])
      await Promise.all(LOOKS.map((args) => calm(args)))
      // A version that is too high may be a newer Mayday's, whose database is not ours to replace.
      if (said.includes('Update Mayday')) return
      const now = await runsOf(project)
      const isHurt = (runId: string): boolean => [...hurt].some((one) => one.includes(runId))
      const lost = [...known].filter(([runId, what]) => !isHurt(runId) && now.get(runId) !== what)
      expect({ story, lost }).toEqual({ story, lost: [] })
      if (story.includes('mayday.db')) return
      expect((await project.mayday(['show', '1'])).stdout).toContain('seen')
      expect((await project.mayday(['tasks'])).stdout).toContain('Later')
    },
  )
})
