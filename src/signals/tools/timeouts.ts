import type { ToolReader } from './tool-reader.ts'

const FORMS: readonly RegExp[] = [
  /^timeout: sending signal \w+ to command /,
  /^(?:.{0,80}: )?Build timed out(?: \(after \d+ \w+\))?[.,]/,
  /^(?:ERROR: Job failed: execution took longer than |The job running on (?:runner|agent) .* has exceeded the maximum execution time|The job exceeded the maximum (?:time limit|log length)|The job has exceeded the maximum execution time)/,
  /^No output has been received in the last \d+m?|^Too long with no output \(exceeded |^The build has been terminated$/,
  /^Error: (?:The action '.*' has timed out after \d+ minutes|The operation timed out after \d+)/,
  /^##\[error\]The (?:operation was canceled|job .* exceeded the maximum)/,
  /^\+{3,} Timeout \+{3,}$/,
  /^Timeout of \d{1,12} ?m?s hit$/,
  /^Timeout (?:has been exceeded|set to expire in .* without activity$)|^Cancelling nested steps due to timeout/,
  /^context deadline exceeded: build exceeded|^ERROR: build step .* failed: step exceeded its timeout/,
]

export const timeouts: ToolReader = {
  name: 'timeout',
  title: 'time limits',
  cue: /^timeout: |timed out|took longer|exceeded|No output has been received|no output|been terminated|operation (?:was canceled|timed out)|^Timeout |\+ Timeout \+|due to timeout/,
  open: () => ({ line: (text) => (FORMS.some((form) => form.test(text)) ? { what: 'time-limit' } : null) }),
}
