/** The Failure Context in a file: rendered from lessons, and parsed. */
import { phaseNumber } from '../record/phase.ts'
import type { LessonRecord } from '../record/task-story.ts'
import { readField, readList, writeField, writeList } from './field-text.ts'

const SECTION_HEADING = '## Failure Context'
export const SECTION_LINE = 'Failure learnings from current phase - cleared on phase completion.'
export const MOST_PER_PHASE = 100

/** The part of a lesson that is in the file. `at` has whole seconds. */
export type SectionEntry = Pick<LessonRecord, 'at' | 'error' | 'attempted' | 'files' | 'context'> & {
  readonly phase: string
}

/** Any lesson. A lesson without a phase, or of a completed phase, is not in the file. */
export type SectionLesson = Omit<SectionEntry, 'phase'> & {
  readonly phase: string | null
  readonly clearedAt?: string | null
}

/**
 * The whole section with line feeds, or '' if there is nothing to show. Phases are ordered by number, and in each the
 * newest entry is last. If a phase has more than `mostPerPhase` entries, the oldest are left out.
 */
export function renderSection(
  lessons: readonly SectionLesson[],
  mostPerPhase: number = MOST_PER_PHASE,
): string {
  const phases = Map.groupBy(shown(lessons), ({ phase }) => phaseNumber(phase) ?? 0)
  if (phases.size === 0) return ''
  const parts = [...phases]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([number, entries]) => [
      `### Phase ${number}:`,
      ...entries.toSorted(byTime).slice(-mostPerPhase).map(renderEntry),
    ])
  return `${[SECTION_HEADING, SECTION_LINE, ...parts].join('\n\n')}\n`
}

const shown = (lessons: readonly SectionLesson[]): readonly SectionEntry[] =>
  lessons.flatMap((lesson) => {
    const { phase, clearedAt = null } = lesson
    return phase === null || phaseNumber(phase) === null || clearedAt !== null ? [] : [{ ...lesson, phase }]
  })

/** A stable sort: of two entries at the same time, the one that was recorded first stays first. */
const byTime = (a: SectionEntry, b: SectionEntry): number => Date.parse(a.at) - Date.parse(b.at)

const renderEntry = ({ phase, at, error, attempted, files, context }: SectionEntry): string =>
  [
    `- [${phase} | ${localTime(at)}] **Error:** ${writeField(error)}`,
    `  **Attempted:** ${writeField(attempted)}`,
    `  **Files:** ${writeList(files)}`,
    `  **Context:** ${writeField(context)}`,
  ].join('\n')

const two = (n: number): string => String(n).padStart(2, '0')

/** Example: `2026-01-20 14:32:15`, in the local time zone. */
export function localTime(instant: string): string {
  const at = new Date(instant)
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

const HEAD = /^[-*] \[(\d[\d.-]*) \| (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] \*\*Error:\*\* ?(.*)$/
const FIELD = /^\s+\*\*(Attempted|Files|Context):\*\* ?(.*)$/

type Written = { head: RegExpExecArray; fields: Map<string, string> }

/** The entries of a section. A line that is not a field continues the one before it. */
export function parseSection(section: string): readonly SectionEntry[] {
  const entries: Written[] = []
  let field = 'Error'
  for (const line of section.split(/\r\n|\r|\n/)) {
    const head = HEAD.exec(line)
    const [, name, text = ''] = FIELD.exec(line) ?? []
    const entry = entries.at(-1)
    if (head !== null) {
      entries.push({ head, fields: new Map([['Error', head[3] ?? '']]) })
      field = 'Error'
    } else if (entry === undefined || /^#{1,6} /.test(line)) continue
    else if (name !== undefined) {
      field = name
      entry.fields.set(name, text)
    } else if (line.trim() !== '')
      entry.fields.set(field, `${entry.fields.get(field) ?? ''} / ${line.trim()}`)
  }
  return entries.flatMap(entryOf)
}

function entryOf({ head: [, phase = '', time = ''], fields }: Written): readonly SectionEntry[] {
  const at = new Date(time.replace(' ', 'T'))
  if (Number.isNaN(at.getTime()) || phaseNumber(phase) === null) return []
  const text = (name: string): string => readField(fields.get(name) ?? '')
  return [
    {
      phase,
      at: at.toISOString(),
      error: text('Error'),
      attempted: text('Attempted'),
      files: readList(fields.get('Files') ?? ''),
      context: text('Context'),
    },
  ]
}
