import type { Run } from './claude-run.ts'

const RESULT_START = Buffer.from('{"type":"user"')

/** What must be read in full. Inside a string these would be escaped, so what is found is a key. */
const SAYS_MORE = ['"type":"text"', '"tool_result_meta"'].map((key) => Buffer.from(key))
const IS_ERROR = Buffer.from('"is_error":')
const TOOL_ID = Buffer.from('tool_use_id":')

/** A long result of a tool that worked: that it came is all that counts. Each look at the whole line is dear. */
export function skimResult(run: Run, line: Buffer): boolean {
  if (!line.subarray(0, RESULT_START.length).equals(RESULT_START)) return false
  const ids = toolIdsIn(line)
  if (ids.length === 0 || saysError(line) || SAYS_MORE.some((key) => line.includes(key))) return false
  run.mainSeen = true
  run.answerEnd = null
  run.emptyEnd = null
  for (const id of ids) run.tools.result({ tool_use_id: id }, {})
  return true
}

const QUOTE = 0x22

/** The tools whose results these are; none where a subagent's call stands around them, or nobody says that none does. */
function toolIdsIn(line: Buffer): readonly string[] {
  const ids: string[] = []
  let isMain = false
  for (let at = line.indexOf(TOOL_ID); at >= 0; at = line.indexOf(TOOL_ID, at + 1)) {
    const start = at + TOOL_ID.length
    if (line[at - 1] === QUOTE) ids.push(line.toString('latin1', start + 1, line.indexOf(QUOTE, start + 1)))
    else if (line[start] === QUOTE) return []
    else isMain = true
  }
  return isMain ? ids : []
}

/** `true`, behind a space or not. */
function saysError(line: Buffer): boolean {
  for (let at = line.indexOf(IS_ERROR); at >= 0; at = line.indexOf(IS_ERROR, at + 1)) {
    const value = line.toString('latin1', at + IS_ERROR.length, at + IS_ERROR.length + 5)
    if (value.includes('t')) return true
  }
  return false
}
