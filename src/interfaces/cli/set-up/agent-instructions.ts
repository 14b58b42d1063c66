/**
 * The section for AGENTS.md or CLAUDE.md that tells agents to report why they stopped.
 *
 * I1 Bytes outside the section stay unchanged: the file is edited as bytes, and the section uses its line endings.
 * I2 Inserting the section a second time changes nothing.
 * I3 An agent that prints the section claims nothing: the placeholder is not a reason, and no line of the section begins
 * with `FAILURE_REASON:`.
 */
import { MaydayError } from '../../../errors.ts'
import { claimableReasons } from '../../../reasons/table.ts'

/**
 * The section as text, with the project's custom reasons after the built-in ones. It is pure ASCII, because the file
 * may have any encoding that contains ASCII.
 */
export const instructionLines = (own: readonly string[]): readonly string[] => [
  '<!-- mayday:begin -->',
  '## If you cannot complete the task',
  '',
  'If you cannot complete the task, write a failure marker on its own line before your final message:',
  '`[MAYDAY_FAILURE:<REASON>]` where <REASON> is one of:',
  `${[...claimableReasons, ...own].join(', ')};`,
  'then one line `FAILURE_REASON: what stopped you.`',
  '<!-- mayday:end -->',
]

export const instructionActions = ['create', 'append', 'replace', 'none'] as const

export type InstructionEdit = {
  readonly action: (typeof instructionActions)[number]
  /** The whole new content of the file. */
  readonly bytes: Buffer
}

/** The file may begin with a byte order mark. */
const MARK = /(?<=^(?:\u00EF\u00BB\u00BF)?)<!-- mayday:(begin|end) -->(?=[ \t]*$)/gm

/** The file with these lines as its instructions; `null` if there is no file yet. */
export function withInstructions(
  file: Buffer | null,
  name: string,
  lines: readonly string[],
): InstructionEdit {
  if (file === null) return { action: 'create', bytes: Buffer.from(`${lines.join('\n')}\n`) }
  if (file.includes(0)) throw unreadable(name, 'it is not UTF-8 text')
  // One character stands for each byte, so in any encoding nothing outside the section changes (I1).
  const text = file.toString('latin1')
  const newline = newlineOf(text)
  const section = lines.join(newline)
  const places = sectionsIn(text, name)
  if (places.length === 0) {
    const added = Buffer.from(`${gapAfter(text, newline)}${section}${newline}`, 'latin1')
    return { action: 'append', bytes: Buffer.concat([file, added]) }
  }
  const edited = replaceAll(text, places, section)
  return { action: edited === text ? 'none' : 'replace', bytes: Buffer.from(edited, 'latin1') }
}

function newlineOf(text: string): string {
  const windows = text.match(/\r\n/g)?.length ?? 0
  const all = text.match(/\n/g)?.length ?? 0
  return windows > 0 && windows * 2 >= all ? '\r\n' : '\n'
}

/** One empty line precedes the section. */
function gapAfter(text: string, newline: string): string {
  if (text === '' || /\n\r?\n$/.test(text)) return ''
  return text.endsWith('\n') ? newline : newline + newline
}

type Stretch = readonly [from: number, to: number]

function sectionsIn(text: string, name: string): readonly Stretch[] {
  const marks = [...text.matchAll(MARK)]
  return marks.flatMap((mark, at): Stretch[] => {
    if (mark[1] !== (at % 2 === 0 ? 'begin' : 'end') || (at % 2 === 0 && at + 1 === marks.length))
      throw unreadable(name, 'its lines <!-- mayday:begin --> and <!-- mayday:end --> do not belong together')
    const end = marks[at + 1]
    return at % 2 === 1 || end === undefined ? [] : [[mark.index, end.index + end[0].length]]
  })
}

function replaceAll(text: string, places: readonly Stretch[], section: string): string {
  const parts: string[] = []
  let done = 0
  for (const [from, to] of places) {
    parts.push(text.slice(done, from), section)
    done = to
  }
  return parts.join('') + text.slice(done)
}

const unreadable = (name: string, why: string): MaydayError =>
  new MaydayError(
    'INSTRUCTIONS_UNCLEAR',
    `Cannot put instructions into ${name}: ${why}. Fix that, then run: mayday init`,
  )
