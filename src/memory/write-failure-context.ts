import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { MaydayError } from '../errors.ts'
import { realInside } from '../record/inside-project.ts'
import { codeOf, readOrNull, replaceFile, type ReplaceOptions } from '../record/replace-file.ts'
import { editFile, endsOpen, readSection, unknownEntries } from './failure-context.ts'
import type { SectionEntry, SectionLesson } from './section.ts'

/** The outcome. `refused` leaves the file unchanged and says why in one sentence. */
export type Written =
  | { readonly kind: 'written' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: string }

export type WriteOptions = ReplaceOptions & {
  /** The project. The file is not written through a link that leads out of it. Default: the folder of the file. */
  readonly root?: string
  readonly mostPerPhase?: number
  /**
   * Selects entries in the file to keep that come from no lesson. `lessons` must then return all lessons, cleared ones
   * included. Default: only entries of the store are kept.
   */
  readonly keepsUnknown?: (entry: SectionEntry) => boolean
}

/** Every writer stops as soon as the file matches the store, so a few rounds are enough. */
const MOST_ROUNDS = 100

/**
 * Writes the current lessons of the store to the file. `lessons` is called in every round (C3): it must read the store
 * each time.
 */
export function writeFailureContext(
  path: string,
  lessons: () => readonly SectionLesson[],
  options: WriteOptions = {},
): Written {
  let outcome: Written = { kind: 'unchanged' }
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      // A link stays a link. Its target is written.
      const target = realInside(options.root ?? dirname(path), path)
      const before = readOrNull(target)
      const after = renderedContext(before, lessons(), options)
      if (after === null || (before !== null && after.equals(before))) return outcome
      const why = before === null ? null : obstacle(target, before)
      if (why !== null) return { kind: 'refused', why: `${path} ${why}` }
      if (replaceFile(target, { before, after }, options)) outcome = { kind: 'written' }
    }
    return {
      kind: 'refused',
      why: `${path} changed each time Mayday tried to write it. Nothing was lost; try again.`,
    }
  } catch (error) {
    return { kind: 'refused', why: whyNot(path, error) }
  }
}

/** The new content of the file. Null if there is nothing to write. */
export const renderedContext = (
  before: Buffer | null,
  lessons: readonly SectionLesson[],
  options: Pick<WriteOptions, 'keepsUnknown' | 'mostPerPhase'>,
): Buffer | null => editFile(before, shownLessons(before, lessons, options), options.mostPerPhase)

function shownLessons(
  file: Buffer | null,
  lessons: readonly SectionLesson[],
  { keepsUnknown }: Pick<WriteOptions, 'keepsUnknown'>,
): readonly SectionLesson[] {
  if (file === null || keepsUnknown === undefined) return lessons
  return [...unknownEntries(readSection(file.toString()), lessons).filter(keepsUnknown), ...lessons]
}

function obstacle(path: string, file: Buffer): string | null {
  if (endsOpen(file))
    return 'ends inside a code fence or comment that is never closed, so a section cannot be added. Close it.'
  if (file.includes(0)) return 'is not text, so no section can be added. Name another file in mayday.yaml.'
  // A rename ignores the mode of the file, and root may write any file. So the mode is checked here.
  if ((statSync(path).mode & 0o222) === 0) return 'is read-only. Make it writable (chmod u+w).'
  accessSync(path, constants.W_OK)
  return null
}

function whyNot(path: string, error: unknown): string {
  if (error instanceof MaydayError) return error.message
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be written: permission denied. Check its owner and mode.`
    case 'EROFS':
      return `${path} cannot be written: the file system is read-only.`
    case 'ENOTDIR':
    case 'ENOENT':
      return `${path} cannot be created: its folder does not exist.`
    case 'ELOOP':
      return `${path} cannot be written: a link leads back to itself. Repair or remove it.`
    case 'ENOSPC':
      return `${path} cannot be written: the disk is full.`
    default:
      throw error
  }
}
