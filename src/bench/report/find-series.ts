import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import { readPlainText } from '../../record/plain-file.ts'
import type { Project } from '../../record/project.ts'
import { list, number, parseObject } from '../../signals/json.ts'

/** Where the attempts of a series lie, and what people call it. */
export type SeriesFile = { readonly name: string; readonly path: string }

const FILE = 'attempts.jsonl'

const fileOf = (folder: string): SeriesFile => ({ name: basename(folder), path: join(folder, FILE) })

/** Holds a folder for each series of a project. */
export const seriesFolder = (record: string): string => join(record, 'bench')

/** Every series of a project that has attempts, the one that was worked on last at the end. */
function listSeries({ record }: Project): readonly SeriesFile[] {
  const folder = seriesFolder(record)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => fileOf(join(folder, name)))
    .filter(({ path }) => existsSync(path))
    .toSorted((a, b) => statSync(a.path).mtimeMs - statSync(b.path).mtimeMs)
}

/** A series by its name, or by the path of its file or folder; without a word the newest. */
export function findSeries(word: string | undefined, project: Project, cwd: string): SeriesFile {
  const known = listSeries(project)
  const named = word === undefined ? known.at(-1) : known.find(({ name }) => name === word)
  if (named !== undefined) return named
  if (word === undefined)
    throw new UsageError('No series is recorded here yet. Make one: mayday bench run --demo')
  return fileAt(resolve(cwd, word)) ?? unknown(word, known)
}

function fileAt(path: string): SeriesFile | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return existsSync(join(path, FILE)) ? fileOf(path) : null
  const name = basename(path) === FILE ? basename(dirname(path)) : basename(path)
  return found === undefined ? null : { name, path }
}

/** How many attempts the series was begun for, by the series.json beside its attempts; null where that does not tell. */
export function askedBeside({ path }: SeriesFile): number | null {
  if (basename(path) !== FILE) return null
  const spec = parseObject(readPlainText(join(dirname(path), 'series.json')) ?? '')
  const asked = list(spec?.['tasks']).length * (number(spec?.['attempts']) ?? 0)
  return asked > 0 ? asked : null
}

/** Is it one of the project's own, which can be gone on with? */
export const isOwnSeries = ({ path }: SeriesFile, { record }: Project): boolean =>
  dirname(dirname(path)) === seriesFolder(record)

/** So many names help; more are a wall. */
const MOST_SHOWN = 10

function unknown(word: string, known: readonly SeriesFile[]): never {
  const names = known.slice(-MOST_SHOWN).map(({ name }) => name)
  throw new UsageError(
    `There is no series '${word}', neither here nor as a path. ${names.length === 0 ? 'None is recorded here yet' : `Known: ${names.join(', ')}`}.`,
  )
}
