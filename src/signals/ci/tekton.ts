import { share, TEXT, type CiLine, type CiSystem } from './ci-system.ts'

/** `tkn` names the task and the step: `[build : compile] text`. */
const PREFIX = /^\[([\w.-]{1,80}) : ([\w.-]{1,80})\] ?/
const FAILED =
  /^(?:Tasks Completed: \d+ \(Failed: ([1-9]\d*)|failed to get logs for task |container step-\S+ has failed\b)/

export const tekton: CiSystem = {
  name: 'tekton',
  title: 'Tekton',
  recognises: (lines) => share(lines, PREFIX) > 0.5,
  open:
    () =>
    (line): CiLine => {
      const found = PREFIX.exec(line)
      const step = found === null ? null : `${found[1] ?? ''} ${found[2] ?? ''}`
      const prefix = found?.[0].length ?? 0
      const isEnd = FAILED.test(line.slice(prefix))
      return {
        job: null,
        step,
        prefix,
        is: isEnd ? { kind: 'step-end', outcome: 'failed', exitCode: null } : TEXT,
      }
    },
}
