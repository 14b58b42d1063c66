import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import { readPlainText } from '../../record/plain-file.ts'
import type { Project } from '../../record/project.ts'
import { list, number, parseObject } from '../../signals/json.ts'

/** The path of the attempts of a series, and its name. */
export type SeriesFile = { readonly name: string; readonly path: string }

const FILE = 'attempts.jsonl'

const fileOf = (folder: string): SeriesFile => ({ name: basename(folder), path: join(folder, FILE) })

/** Contains a folder for each series of a project. */
export const seriesFolder = (record: string): string => join(record, 'bench')

/** Every series of a project that has attempts. The most recently changed one is last. */
function listSeries({ record }: Project): readonly SeriesFile[] {
  const folder = seriesFolder(record)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => fileOf(join(folder, name)))
    .filter(({ path }) => existsSync(path))
    .toSorted((a, b) => statSync(a.path).mtimeMs - statSync(b.path).mtimeMs)
}

/** Finds a series by its name, or by the path of its file or folder. Without a word: the newest. */
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

/** The number of requested attempts, from the series.json next to the attempts. Null if it is unknown. */
export function askedBeside({ path }: SeriesFile): number | null {
  if (basename(path) !== FILE) return null
  const spec = parseObject(readPlainText(join(dirname(path), 'series.json')) ?? '')
  const asked = list(spec?.['tasks']).length * (number(spec?.['attempts']) ?? 0)
  return asked > 0 ? asked : null
}

/** Does the series belong to the project, so that it can be continued? */
export const isOwnSeries = ({ path }: SeriesFile, { record }: Project): boolean =>
  dirname(dirname(path)) === seriesFolder(record)

/** More names would not help. */
const MOST_SHOWN = 10

function unknown(word: string, known: readonly SeriesFile[]): never {
  const names = known.slice(-MOST_SHOWN).map(({ name }) => name)
  throw new UsageError(
    `There is no series '${word}', neither here nor as a path. ${names.length === 0 ? 'None is recorded here yet' : `Known: ${names.join(', ')}`}.`,
  )
}
