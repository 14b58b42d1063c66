/** No command executes values of a repository before the user has seen and accepted them. */
import { join } from 'node:path'
import type { Executing } from '../../../config/executing-values.ts'
import { changesSinceTrust, rememberTrust, trustOf } from '../../../config/trust-record.ts'
import { MaydayError } from '../../../errors.ts'
import type { Project } from '../../../record/project.ts'
import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'
import { redact } from '../../../secrets/secrets.ts'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'
import { spelledOut } from '../../../signals/invisible.ts'
import { complain } from '../../complain.ts'
import { askPerson, isPerson } from '../screen/ask-person.ts'
import { cut } from '../screen/columns.ts'
import type { Terminal } from '../command.ts'
import type { TrustAsked } from './project-config.ts'
import { countOf } from '../../../signals/count-of.ts'
import { renderTrust } from './render-trust.ts'
import { takeTrustVariable } from './take-trust-variable.ts'
import { reportPlace } from '../record/report-place.ts'

export type Asked = { readonly project: Project; readonly executing: Executing }

/** Returns if the values may be used. Otherwise throws an `UNTRUSTED` error that names them. */
export async function requireTrust(
  asked: Asked,
  { trust, json }: TrustAsked,
  terminal: Terminal,
): Promise<void> {
  if (isTrustedNow(asked)) return
  if (trust) return trustByOption(asked)
  refuseInsideRun(asked)
  if (json || !isPerson(terminal)) throw untrusted(asked, HOW)
  if (!(await askForTrust(asked, terminal))) throw untrusted(asked, 'You said no, so nothing was started.')
}

/** True if the user has trusted them before, or `MAYDAY_TRUST` allows this one command. */
export function isTrustedNow({ project, executing }: Asked): boolean {
  if (executing.values.length === 0 || trustOf(executing, project) !== undefined) return true
  const given = takeTrustVariable()
  return !isInsideRun() && (given === '1' || given === executing.hash)
}

/** Shows the values and asks. A yes is remembered. */
export async function askForTrust(asked: Asked, terminal: Terminal): Promise<boolean> {
  terminal.out(renderTrust(asked, terminal))
  const { length } = asked.executing.values
  const values = length === 1 ? 'this value' : `these ${countOf(length, 'value')}`
  const isYes = await askPerson(terminal, `Do you trust ${values}?`)
  if (isYes) await remember(asked)
  return isYes
}

/** This may create the record of the project, so it first prints the notes about the place of the record. */
export async function remember(asked: Asked): Promise<void> {
  refuseInsideRun(asked)
  const { project, executing } = asked
  await reportPlace(project)
  await rememberTrust(executing, project, new Date())
}

async function trustByOption(asked: Asked): Promise<void> {
  await remember(asked)
  const keys = asked.executing.values.map(({ key }) => key).join(', ')
  complain(`--trust: trusted from now on: ${keys}. Undo: mayday trust --revoke`)
}

export const isInsideRun = (): boolean => (process.env[RUN_PATH_VARIABLE] ?? '') !== ''

/** An agent must not accept values that it, or the repository that it reads, has written. */
export function refuseInsideRun(asked: Asked): void {
  if (isInsideRun())
    throw untrusted(asked, 'It cannot be trusted inside a run. Run mayday trust outside of the run.')
}

export const HOW: string = `To look at it and trust it: mayday trust. Without a terminal: --trust, which is remembered, or ${TRUST_VARIABLE}=1 for one command.`

/** A longer list of values is not readable. */
const MOST_NAMED = 6
const LONGEST_VALUE = 80

export function untrusted(asked: Asked, then: string): MaydayError {
  const isChange = changesSinceTrust(asked.executing, asked.project) !== null
  const said = isChange
    ? 'changed since you trusted it'
    : 'says what to execute, and nobody has trusted it yet'
  const file = spelledOut(join(asked.project.root, 'mayday.yaml'))
  return new MaydayError('UNTRUSTED', `${file} ${said}: ${named(asked)}. ${then}`)
}

/** The changed values; if none changed, all of them. */
function named({ project, executing }: Asked): string {
  const changes = changesSinceTrust(executing, project) ?? []
  const changed = new Set(changes.map(({ key }) => key))
  const gone = changes.filter(({ is }) => is === null).map(({ key }) => `${key} (gone)`)
  const values = executing.values
    .filter(({ key }) => changed.size === 0 || changed.has(key))
    .map(({ key, shown, place }) => {
      const at = place === null ? '' : ` (line ${place.line})`
      return `${key}: ${cut(spelledOut(redact(shown)), LONGEST_VALUE)}${at}`
    })
  const all = [...values, ...gone]
  const more = all.length - MOST_NAMED
  return `${all.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
