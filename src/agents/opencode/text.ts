/** The text mode and the log lines (`--print-logs`). */
import type { LineRole } from '../../signals/agent-reader.ts'
import { detailOf } from '../../signals/agents/error-detail.ts'
import {
  readProviderMessage,
  whatOfCode,
  type ProviderMessage,
} from '../../signals/agents/provider-message.ts'
import { ownText } from '../../signals/agents/text-mode.ts'
import type { Notes } from '../../signals/notes.ts'
import type { Detail } from '../../signals/signal.ts'

const HEADER = /^> \S{1,60} · \S{1,200}$/
const TOOL_LINE = /^(?:[$→←✱%◈◇⚙•✗] |\|  \w)/
const PERMISSION = /^! permission requested: .{1,500}; auto-rejecting$/
const BAD_START =
  /^Error: (?:Session not found|You must provide a message|Unexpected error, check log file|Configuration is invalid|Config file at )/
const ERROR = /^Error: (.{1,2000})$/
/** The launcher found no OpenCode to start. Its message is advice, not the words of an agent. */
const LAUNCHER_ALONE =
  /^Error: \S{1,60}'s postinstall script was not run|^It seems that your package manager failed to install /

/** A line of its log (`--print-logs`), and the failed request in it. `small` requests are only for a title. */
const LOG = /^timestamp=\S+ level=[A-Z]+ /
const FAILED_REQUEST =
  /^timestamp=\S+ level=ERROR .{0,200}?\bmessage="stream error" .{0,500}?\bsmall=false .{0,200}?\berror\.error(?:\.message)?="((?:[^"\\]|\\.){1,2000})"/
const FAILED_CODE = / error\.error\.(?:code|type)=(?!null\b)"?([\w.-]{1,100})/

/** Lines that only OpenCode prints. */
export const isOpencodeLine = (line: string): boolean =>
  HEADER.test(line) || PERMISSION.test(line) || line.startsWith('opencode run [message..]')

/** OpenCode prints nothing else while it retries a failed request for minutes. */
export function readRetryNotice(line: string): Detail | null {
  const failed = readFailedRequest(line)
  return failed === null ? null : { ...detailOf(failed), retry: {} }
}

function readFailedRequest(line: string): ProviderMessage | null {
  const told = FAILED_REQUEST.exec(line)?.[1]
  if (told === undefined) return null
  const code = FAILED_CODE.exec(line)?.[1]
  const found = readProviderMessage(told.replaceAll(/\\(.)/g, '$1').replace(/^AI_\w+: /, ''))
  return { ...found, code: found.code ?? code }
}

function noteFailedRequest(notes: Notes, line: string): void {
  const failed = readFailedRequest(line)
  if (failed === null) return
  const detail = { ...detailOf(failed), retry: {} }
  notes.add({ source: 'declared', what: whatOfCode(failed.code), message: failed.message, detail })
}

/** Text mode: a header, the answer, tool calls with their output up to a blank line, and errors. */
export function readText(notes: Notes): (line: string) => LineRole {
  let inTool = false
  let isLauncherAlone = false
  return (line) => {
    isLauncherAlone ||= LAUNCHER_ALONE.test(line)
    if (isLauncherAlone) return 'free'
    if (line === '') inTool = false
    if (line === '' || HEADER.test(line)) return 'taken'
    if (LOG.test(line)) {
      noteFailedRequest(notes, line)
      return 'taken'
    }
    if (PERMISSION.test(line)) {
      notes.add({ source: 'declared', what: 'permission-denied', message: line })
      return 'taken'
    }
    if (TOOL_LINE.test(line)) {
      inTool = true
      notes.progress()
      notes.action(line.slice(2))
      return 'fenced'
    }
    if (inTool) return 'fenced'
    const message = ERROR.exec(line)?.[1]
    if (message === undefined) {
      notes.progress()
      return ownText(notes, line)
    }
    const found = readProviderMessage(message)
    const what = BAD_START.test(line) ? 'bad-start' : whatOfCode(found.code)
    notes.add({ source: 'declared', what, message: found.message, detail: detailOf(found) })
    return 'taken'
  }
}
