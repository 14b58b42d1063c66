/** The files of a downloaded log: a folder for each job with a file for each step, or a file for each job. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableInputError } from '../../errors.ts'
import { zipEntries } from './zip.ts'

export type StepFile = {
  readonly path: string
  readonly job: string
  /** Null if the file contains the whole job. */
  readonly step: string | null
  readonly bytes: () => Buffer
}

type Named = { readonly name: string; readonly path: string; readonly bytes: () => Buffer }

/** `12_Run tests.txt`. */
const NUMBERED = /^(\d{1,4})_(.{1,200})\.txt$/
const MOST_FILES = 2000
/** No step of a downloaded log is larger. */
const MOST_BYTES = 256 * 1024 * 1024

/** The step files of a folder. Null if it is a different kind of folder. */
export function stepFilesIn(folder: string): readonly StepFile[] | null {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name]
    return readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
  })
  const files = names.slice(0, MOST_FILES).map((name) => {
    const path = join(folder, name)
    return { name, path, bytes: () => readRegular(path) }
  })
  return stepsOf(files)
}

/** The step files of a zip file. Null if it contains something else. */
export function stepFilesOf(zip: string): readonly StepFile[] | null {
  if (statSync(zip).size > MOST_BYTES)
    throw new UnreadableInputError(`${zip} is larger than any downloaded log. Unpack it and name the folder.`)
  const files = zipEntries(readFileSync(zip), MOST_BYTES)
    .slice(0, MOST_FILES)
    .map(({ name, bytes }) => ({ name, path: `${zip}/${name}`, bytes }))
  return stepsOf(files)
}

function stepsOf(files: readonly Named[]): readonly StepFile[] | null {
  const found = files.flatMap((file) => {
    const parts = file.name.split('/')
    const numbered = NUMBERED.exec(parts.at(-1) ?? '')
    if (numbered === null || parts.length > 2) return []
    const [, number = '', name = ''] = numbered
    const job = parts.length === 2 ? (parts[0] ?? '') : name
    return [{ ...file, number: Number(number), job, step: parts.length === 2 ? name : null }]
  })
  if (found.length === 0) return null
  // A file with the whole job is beside the folder of its steps.
  const steps = found.some(({ step }) => step !== null) ? found.filter(({ step }) => step !== null) : found
  return steps.toSorted((a, b) => a.job.localeCompare(b.job) || a.number - b.number)
}

function readRegular(path: string): Buffer {
  const found = statSync(path)
  if (!found.isFile() || found.size > MOST_BYTES)
    throw new UnreadableInputError(`${path} is not a file of a downloaded log. Name the log file itself.`)
  return readFileSync(path)
}
