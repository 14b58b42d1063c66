import { TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** The agent writes the time in an escape sequence that terminals do not display. */
const TIME = /^(?:_bk;t=\d+\u0007?)/
const GROUP = /^(?:~~~|---|\+\+\+) (\S.{0,200})$/
const EXIT = /^(?:🚨 )?Error: The (?:command|plugin .{1,100}) (?:hook )?exited with status (-?\d+)/
const AFTERWARDS =
  /^(?:Running (?:global|local|plugin \S+) (?:pre-exit|post-command|post-artifact)|Uploading artifacts|Cleaning up)/

export const buildkite: CiSystem = {
  name: 'buildkite',
  title: 'Buildkite',
  recognises: (lines) => {
    const texts = lines.map((line) => line.replace(TIME, ''))
    return texts.some(
      (text) =>
        EXIT.test(text) ||
        /^~~~ (?:Preparing working directory|Running agent environment hook|Setting up plugins)/.test(text),
    )
  },
  open:
    () =>
    (line): CiLine => {
      const prefix = TIME.exec(line)?.[0].length ?? 0
      return { job: null, step: null, prefix, is: roleOf(line.slice(prefix)) }
    },
}

function roleOf(text: string): CiRole {
  const name = GROUP.exec(text)?.[1]
  if (name !== undefined) return { kind: 'step', name, counts: !AFTERWARDS.test(name) }
  const code = EXIT.exec(text)?.[1]
  return code === undefined ? TEXT : { kind: 'step-end', outcome: 'failed', exitCode: Number(code) }
}
