/**
 * The section of AGENTS.md that lists the failures of the current phases.
 *
 * - C1 Outside the section no byte changes. The file is edited as bytes, and removing the section restores the file as
 *   it was before.
 * - C2 The section is the last one.
 * - C3 The section shows the current state of the store. A writer reads the store again after it has written. So the
 *   last of several writers leaves everything that was recorded.
 * - C4 The file is replaced atomically and keeps its mode.
 */
import { redact } from '../secrets/secrets.ts'
import { findSections } from './find-section.ts'
import { CONTEXT_CHARS, ERROR_CHARS } from './lesson.ts'
import { parseSection, renderSection, type SectionEntry, type SectionLesson } from './section.ts'
import { cutAtWord, wholeLines } from './words.ts'

const NEW_FILE = '# Project Learnings\n'

/** The entries in a file. */
export const readSection = (fileText: string): readonly SectionEntry[] =>
  findSections(fileText).sections.flatMap(({ from, to }) => parseSection(fileText.slice(from, to)))

/**
 * Entries of a file that come from no lesson of this record: from another program or another machine. They are compared
 * by their text and not by their times, because times are written in the time zone of the writer.
 */
export function unknownEntries(
  entries: readonly SectionEntry[],
  lessons: readonly SectionLesson[],
): readonly SectionEntry[] {
  const known = new Set(lessons.map(wordsOf))
  return entries.filter((entry) => !known.has(wordsOf(entry)))
}

const wordsOf = (lesson: SectionLesson): string => {
  const { error, attempted, context } = boundedEntry(lesson)
  return JSON.stringify([lesson.phase, error, attempted, context])
}

/** An entry with the bounds of a lesson and without secrets. A lesson of this record does not change. */
export const boundedEntry = <T extends Omit<SectionEntry, 'phase'>>(entry: T): T => ({
  ...entry,
  error: cutAtWord(redact(entry.error), ERROR_CHARS),
  attempted: redact(entry.attempted),
  files: entry.files.map((file) => redact(file)),
  context: wholeLines(redact(entry.context).split('\n'), CONTEXT_CHARS),
})

/** Edits bytes, so that a file in any encoding stays as it is (C1). Null: there is no file, and none is needed. */
export function editFile(
  file: Buffer | null,
  lessons: readonly SectionLesson[],
  mostPerPhase?: number,
): Buffer | null {
  const section = Buffer.from(renderSection(lessons, mostPerPhase)).toString('latin1')
  if (file === null && section === '') return null
  const text = file === null ? NEW_FILE : file.toString('latin1')
  return Buffer.from(withSection(text, section), 'latin1')
}

/** True if the file ends inside an open block, which would contain the section. */
export const endsOpen = (file: Buffer): boolean => findSections(file.toString('latin1')).endsOpen

function withSection(fileText: string, section: string): string {
  const rest = withoutSections(fileText)
  if (section === '') return rest
  const newline = newlineOf(rest)
  // Exactly one line break. It is removed again with the section (C1).
  return `${rest}${rest === '' ? '' : newline}${section.replaceAll('\n', newline)}`
}

function withoutSections(text: string): string {
  const { sections } = findSections(text)
  let rest = ''
  let done = 0
  for (const { from, to } of sections) {
    const before = text.slice(done, from)
    rest += to === text.length ? before.replace(/\r?\n$/, '') : before
    done = to
  }
  return rest + text.slice(done)
}

function newlineOf(text: string): string {
  const windows = text.match(/\r\n/g)?.length ?? 0
  const all = text.match(/\n/g)?.length ?? 0
  return text.endsWith('\r') || (windows > 0 && windows * 2 >= all) ? '\r\n' : '\n'
}
