import { realpathSync } from 'node:fs'
import { fingerprint } from '../../diagnosis/fingerprint.ts'
import { MaydayError, UnreadableInputError } from '../../errors.ts'
import { unmeasured, type ImportedRun } from '../../record/importers/imported-run.ts'
import { readPlain } from '../../record/plain-file.ts'
import { MOST_FILE_BYTES } from '../../record/replace-file.ts'
import { boundedEntry, readSection, unknownEntries } from '../failure-context.ts'
import type { SectionEntry, SectionLesson } from '../section.ts'

/** The failures in a file that come from no lesson of this record, each as a failed run. */
export function readFailureContext(
  path: string,
  lessons: readonly SectionLesson[],
): { readonly runs: readonly ImportedRun[]; readonly own: number } {
  const entries = readSection(readText(path))
  const foreign = unknownEntries(entries, lessons)
  return { runs: foreign.map(runOf), own: entries.length - foreign.length }
}

function readText(path: string): string {
  try {
    return readPlain(realpathSync(path), MOST_FILE_BYTES).toString('utf8')
  } catch (error) {
    if (error instanceof MaydayError) throw error
    throw new UnreadableInputError(`Cannot read ${path}. Give the path of a file with a Failure Context.`, {
      cause: error,
    })
  }
}

function runOf(entry: SectionEntry): ImportedRun {
  const { phase, at, error, attempted, files, context } = boundedEntry(entry)
  const lesson = { error, attempted, files, context, fingerprint: fingerprint(`UNKNOWN\n${error}`) }
  return {
    key: `${phase}@${at}#${lesson.fingerprint}`,
    title: `Plan ${phase}`,
    prompt: '',
    phase,
    status: 'failed',
    reason: 'UNKNOWN',
    flow: 'implement',
    agent: null,
    startedAt: at,
    endedAt: at,
    ...unmeasured,
    lesson,
  }
}
