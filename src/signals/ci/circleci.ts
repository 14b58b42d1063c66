import { ASIDE, TEXT, type CiRole, type CiSystem } from './ci-system.ts'

const EXIT = /^(?:Exited with code(?: exit status)? |CircleCI received exit code )(\d+)$/
const SHEBANG = /^#!\/bin\/(?:ba)?sh (?:-\w+ )*-?\w*o pipefail/

export const circleci: CiSystem = {
  name: 'circleci',
  title: 'CircleCI',
  recognises: (lines) => SHEBANG.test(lines[0] ?? '') || lines.some((line) => EXIT.test(line)),
  open: () => (line) => ({ job: null, step: null, prefix: 0, is: roleOf(line) }),
}

function roleOf(text: string): CiRole {
  const exit = EXIT.exec(text)?.[1]
  if (exit === undefined) return SHEBANG.test(text) ? ASIDE : TEXT
  return { kind: 'job-end', outcome: exit === '0' ? 'passed' : 'failed', exitCode: Number(exit) }
}
