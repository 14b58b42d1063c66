/**
 * The membership of this user's project in a fleet.
 *
 * M1 The address is in MAYDAY_FLEET_URL, or in a file that only the user can read. It is never in a project, an
 * agent's environment, a message or a log. M2 A copied folder becomes a new node: an id belongs to one machine and
 * one record.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { MaydayError } from '../errors.ts'
import { FLEET_VARIABLE, fleetFolder, memberFile } from '../record/joined-fleet.ts'
import { readPlainText } from '../record/plain-file.ts'
import { projectAt, type Project } from '../record/project.ts'
import { names, type Shape } from '../record/schema.ts'
import { STATE_VARIABLE, stateHome, type Env } from '../record/state-home.ts'
import { writeWhole } from '../record/write-whole.ts'
import { logSettingsSchema, machineId } from './log-place.ts'
import { CLAIMS, OUTBOX } from './node/kept-files.ts'
import { remoteSchema } from './trees/git-remote.ts'
import type { Address } from './postgres/address.ts'

const memberSchema = v.object({
  format: v.literal('mayday.fleet-member/1'),
  /** Null if the address is in the environment, or in the user's own file. */
  url: v.nullable(v.string()),
  schema: v.string(),
  node: v.string(),
  name: v.string(),
  machine: v.string(),
  labels: names,
  /** The agents and programs that this node runs, with the account of each. */
  accounts: v.record(v.string(), v.string()),
  commands: names,
  allowsAny: v.boolean(),
  /** The git remote of this node; null if tasks work in this checkout. Older versions did not ask. */
  remote: v.exactOptional(v.nullable(remoteSchema)),
  /** The right to read the logs of other nodes. Older versions had none. */
  token: v.exactOptional(v.string()),
  /** How this node serves its logs; null if it does not. */
  logs: v.exactOptional(v.nullable(logSettingsSchema)),
})

export type Member = Shape<typeof memberSchema>

/** The copy of the fleet's state that commands read. */
export const copyFolder = (project: Pick<Project, 'record'>): string => join(fleetFolder(project), 'copy')

/** The record of this node's runs. */
export const nodeProject = (project: Project, env: Env): Project =>
  projectAt(project.root, { ...env, [STATE_VARIABLE]: fleetFolder(project) })

/** Null if the project has joined no fleet. */
export function readMember(project: Pick<Project, 'record'>): Member | null {
  const path = memberFile(project)
  const text = readPlainText(path)
  if (text === null) return null
  refuseOthers(path)
  try {
    return v.parse(memberSchema, JSON.parse(text))
  } catch (error) {
    throw new MaydayError('FLEET_MEMBER', `${path} cannot be read. Join again: mayday fleet join`, {
      cause: error,
    })
  }
}

export function writeMember(project: Pick<Project, 'record'>, member: Member): void {
  mkdirSync(fleetFolder(project), { recursive: true, mode: 0o700 })
  writeWhole(memberFile(project), `${JSON.stringify(member, null, 2)}\n`)
}

/** Also deletes the copy. The record of the node stays. */
export function forgetMember(project: Pick<Project, 'record'>): void {
  rmSync(memberFile(project), { force: true })
  rmSync(copyFolder(project), { recursive: true, force: true })
}

/** M1. */
function refuseOthers(path: string): void {
  const { mode, uid } = lstatSync(path)
  const user = process.geteuid?.()
  if ((mode & 0o077) === 0 && (user === undefined || uid === user)) return
  throw new MaydayError(
    'FLEET_MEMBER_OPEN',
    `${path} contains the address of the fleet, and other users can read it. Restrict it: chmod 600 ${path}`,
  )
}

/** `mayday fleet up` writes this file for all projects of the user. */
export const ownAddressFile = (env: Env): string => join(stateHome(env), 'fleet-address')

export function writeOwnAddress(env: Env, url: string): void {
  const path = ownAddressFile(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeWhole(path, `${url}\n`)
}

function ownAddress(env: Env): string | null {
  const path = ownAddressFile(env)
  const text = readPlainText(path)
  if (text === null) return null
  refuseOthers(path)
  return text.trim()
}

/** The first address that is set: the given one, the environment, the membership, the user's file. */
export function findAddress(
  { given, member, schema }: { given?: string | undefined; member?: Member | null; schema: string },
  env: Env,
): Address {
  const { [FLEET_VARIABLE]: named } = env
  const fromEnv = named === undefined || named === '' ? null : named
  const url = given ?? fromEnv ?? member?.url ?? ownAddress(env)
  if (url !== null) return { url, schema }
  throw new NoAddressError()
}

export class NoAddressError extends MaydayError {
  constructor() {
    super(
      'NO_FLEET_ADDRESS',
      `The address of the fleet is not known. Set ${FLEET_VARIABLE}=postgres://USER:PASSWORD@HOST/DATABASE, or try one on this machine: mayday fleet up`,
    )
  }
}

/** M2. Identifies one machine and one record. */
export function machineOf({ record }: Pick<Project, 'record'>): string {
  return createHash('sha256').update(`${machineId()}\0${hostname()}\0${record}`).digest('hex').slice(0, 16)
}

/** M2. Returns the same node on its machine, and a new node if the folder was copied. */
export function asHere(member: Member, project: Pick<Project, 'record'>): Member {
  return member.machine === machineOf(project) ? member : asNewNode(member, project)
}

/** M2. Another machine works under the id. */
export function asNewNode(member: Member, project: Pick<Project, 'record'>): Member {
  const node = randomUUID()
  const name = `${hostname()}-${node.slice(0, 4)}`
  // The token is the other node's.
  const { token: _, ...rest } = member
  const here = { ...rest, machine: machineOf(project), node, name }
  setAside(project, member.node)
  writeMember(project, here)
  return here
}

/** The claims and outcomes in a copied folder belong to the node that it was copied from. */
function setAside({ record }: Pick<Project, 'record'>, node: string): void {
  const folder = fleetFolder({ record })
  const records = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  for (const { name } of records.filter((one) => one.isDirectory()))
    for (const kept of [CLAIMS, OUTBOX]) {
      const path = join(folder, name, kept)
      if (existsSync(path)) renameSync(path, `${path}-of-${node}`)
    }
}

/** The boot of this machine. A copy of a machine has another one. */
export const bootOf = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
