/**
 * The section of AGENTS.md that tells what failed in the phases under way.
 *
 * C1 Outside the section no byte changes: the file is edited as bytes, and taking the section out gives back the file
 *    as it was before it was put in. C2 The section stands last. C3 It is what the store says at that moment: who writes
 *    reads the store again after writing, so of several writers the last one leaves everything that was recorded.
 * C4 The file is there whole, old or new, and keeps its mode.
 */
import { redact } from '../secrets/secrets.ts'
import { findSections } from './find-section.ts'
import { CONTEXT_CHARS, ERROR_CHARS } from './lesson.ts'
import { parseSection, renderSection, type SectionEntry, type SectionLesson } from './section.ts'
import { cutAtWord, wholeLines } from './words.ts'

const NEW_FILE = '# Project Learnings\n'

/** The file's text with today's section as its last; without a section where there is no lesson to show. */
export function editSection(
  fileText: string,
  lessons: readonly SectionLesson[],
  mostPerPhase?: number,
): string {
  return withSection(fileText, renderSection(lessons, mostPerPhase))
}

/** The entries that stand in a file. */
export const readSection = (fileText: string): readonly SectionEntry[] =>
  findSections(fileText).sections.flatMap(({ from, to }) => parseSection(fileText.slice(from, to)))

/**
 * Entries of a file that no such lesson gave: of another program, or of somebody else's machine. Told by their words and
 * not by their times, which are written in the zone of whoever wrote them.
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

/** An entry as a lesson of ours would tell it: bounded, and without secrets. A lesson of ours stays as it is. */
export const boundedEntry = <T extends Omit<SectionEntry, 'phase'>>(entry: T): T => ({
  ...entry,
  error: cutAtWord(redact(entry.error), ERROR_CHARS),
  attempted: redact(entry.attempted),
  files: entry.files.map((file) => redact(file)),
  context: wholeLines(redact(entry.context).split('\n'), CONTEXT_CHARS),
})

/** As bytes, so that a file in whatever encoding stays as it is (C1). Null: there is no file and no need for one. */
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

/** True where a section would become part of something that the file leaves open. */
export const endsOpen = (file: Buffer): boolean => findSections(file.toString('latin1')).endsOpen

function withSection(fileText: string, section: string): string {
  const rest = withoutSections(fileText)
  if (section === '') return rest
  const newline = newlineOf(rest)
  // One line break, never more: it is taken out again with the section (C1).
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
