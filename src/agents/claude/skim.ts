import type { Run } from './run.ts'

const RESULT_START = Buffer.from('{"type":"user"')

/** A line of a session file begins with its parent. Its type follows later. */
const SESSION_START = Buffer.from('{"parentUuid":')
const SESSION_MARKS = ['"isSidechain":false', '"type":"user"'].map((key) => Buffer.from(key))
const SESSION_HEAD_BYTES = 2048

/** Records with these keys must be parsed. In a string the quotes would be escaped, so a match is a key. */
const SAYS_MORE = ['"type":"text"', '"tool_result_meta"'].map((key) => Buffer.from(key))
const IS_ERROR = Buffer.from('"is_error":')
const TOOL_ID = Buffer.from('tool_use_id":')

/**
 * Skims a long result of a successful tool: only its arrival counts. Each search through the whole line is expensive.
 * Returns the tools of these results, or none if the line must be parsed.
 */
export function skimResult(run: Run, line: Buffer): readonly string[] {
  const isSession = isSessionLine(line)
  if (!isSession && !startsWith(line, RESULT_START)) return []
  const ids = toolIdsIn(line, isSession)
  if (ids.length === 0 || saysError(line) || SAYS_MORE.some((key) => line.includes(key))) return []
  run.mainSeen = true
  run.answerEnd = null
  run.emptyEnd = null
  for (const id of ids) run.tools.result({ tool_use_id: id }, {})
  return ids
}

const startsWith = (line: Buffer, start: Buffer): boolean => line.subarray(0, start.length).equals(start)

function isSessionLine(line: Buffer): boolean {
  if (!startsWith(line, SESSION_START)) return false
  const head = line.subarray(0, SESSION_HEAD_BYTES)
  return SESSION_MARKS.every((mark) => head.includes(mark))
}

const QUOTE = 0x22

/** The tools of these results. None if they may belong to a subagent's call. */
function toolIdsIn(line: Buffer, isSession: boolean): readonly string[] {
  const ids: string[] = []
  let isMain = isSession
  for (let at = line.indexOf(TOOL_ID); at >= 0; at = line.indexOf(TOOL_ID, at + 1)) {
    const start = at + TOOL_ID.length
    if (line[at - 1] === QUOTE) ids.push(line.toString('latin1', start + 1, line.indexOf(QUOTE, start + 1)))
    else if (line[start] === QUOTE) return []
    else isMain = true
  }
  return isMain ? ids : []
}

/** `true`, with or without a space before it. */
function saysError(line: Buffer): boolean {
  for (let at = line.indexOf(IS_ERROR); at >= 0; at = line.indexOf(IS_ERROR, at + 1)) {
    const value = line.toString('latin1', at + IS_ERROR.length, at + IS_ERROR.length + 5)
    if (value.includes('t')) return true
  }
  return false
}
