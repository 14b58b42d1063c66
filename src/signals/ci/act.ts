import { ASIDE, share, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** `[workflow/job]`, then an emoji and an action of act, or a bar and the output of the step. */
const PREFIX = /^\[([^\]\n]{1,200}\/[^\]\n]{1,200}?) *\] {0,3}/
const RUN = /^⭐ ?(?:Run|run) (?:(Main|Pre|Post) )?(.{1,300})$/u
const STEP_END = /^\s*(✅|❌) {1,2}(?:Success|Failure) - /u
const JOB_END = /^🏁 {1,2}Job (succeeded|failed)/u
const EXIT = /^exit ?code '(\d+)': /
const OUTPUT = /^\s*\| ?/

export const act: CiSystem = {
  name: 'act',
  title: 'act (GitHub Actions on your own machine)',
  recognises: (lines) => share(lines, PREFIX) > 0.4 && lines.some((line) => /[🚀⭐🐳]/u.test(line)),
  open:
    () =>
    (line): CiLine => {
      const found = PREFIX.exec(line)
      const head = found?.[0].length ?? 0
      const text = line.slice(head)
      const bar = OUTPUT.exec(text)?.[0].length
      if (bar !== undefined) return { job: found?.[1] ?? null, step: null, prefix: head + bar, is: TEXT }
      return { job: found?.[1] ?? null, step: null, prefix: head, is: roleOf(text) }
    },
}

function roleOf(text: string): CiRole {
  const run = RUN.exec(text)
  if (run !== null) return { kind: 'step', name: run[2] ?? '', counts: run[1] !== 'Post' }
  const exit = EXIT.exec(text)?.[1]
  if (exit !== undefined)
    return { kind: 'step-end', outcome: exit === '0' ? 'passed' : 'failed', exitCode: Number(exit) }
  const ended = STEP_END.exec(text)?.[1]
  if (ended !== undefined)
    return { kind: 'step-end', outcome: ended === '✅' ? 'passed' : 'failed', exitCode: null }
  const job = JOB_END.exec(text)?.[1]
  if (job !== undefined)
    return { kind: 'job-end', outcome: job === 'succeeded' ? 'passed' : 'failed', exitCode: null }
  return ASIDE
}
