import { ASIDE, share, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

const PREFIX = /^\[\d\d:\d\d:\d\d\](?:[WEFi ]?:|[WEFi])?\s*(?:\[(?:Step \d+\/\d+|[^\]]{1,60})\] ?)?/
const LINE = /^\[\d\d:\d\d:\d\d\](?:[WEFi ]?:\s|[WEFi]?\s*\[)/
/** A clock and a word in brackets are common. Only TeamCity writes a sign after its clock, or numbers its steps. */
const OWN =
  /^\[\d\d:\d\d:\d\d\](?:[WEFi ]:|[WEFi]\s|\s{0,4}\[Step \d+\/\d+\]|\s{0,4}Step \d+\/\d+: )|##teamcity\[|\bTeamCity\b/
const STEP = /^Step (\d+\/\d+: .{1,200})$/
const EXIT = /^Process exited with code (-?\d+)/
const SERVICE = /^##teamcity\[/

export const teamcity: CiSystem = {
  name: 'teamcity',
  title: 'TeamCity',
  recognises: (lines) => share(lines, LINE) > 0.5 && lines.some((line) => OWN.test(line)),
  open:
    () =>
    (line): CiLine => {
      const prefix = PREFIX.exec(line)?.[0].length ?? 0
      return { job: null, step: null, prefix, is: roleOf(line.slice(prefix)) }
    },
}

function roleOf(text: string): CiRole {
  const step = STEP.exec(text)?.[1]
  if (step !== undefined) return { kind: 'step', name: step, counts: true }
  const exit = EXIT.exec(text)?.[1]
  if (exit !== undefined)
    return { kind: 'step-end', outcome: exit === '0' ? 'passed' : 'failed', exitCode: Number(exit) }
  if (/^Build (?:finished|failed)|^Step .{1,200} failed$/.test(text)) return ASIDE
  return SERVICE.test(text) && !text.includes('Failed ') ? ASIDE : TEXT
}
