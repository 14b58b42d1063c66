/**
 * Who holds what: leases, locks and runs name the process that holds them.
 *
 * G1 Where a process can be checked, only its death frees what it holds. G2 Where it cannot (another host, another PID
 * namespace, a container that is gone), its heartbeat decides: after 600 s of silence it is taken over, but not while a
 * worker of it is seen alive. G3 A person may take over at once, by the owner's name. G4 A takeover is recorded before
 * anybody acts on it. From then on the store refuses every write of the old owner, and it stops its agents.
 */
import { MaydayError } from '../errors.ts'
import type { Store } from '../record/store.ts'
import type { ProcessIdentity, Processes } from './processes/processes.ts'

/** G2. */
const SILENT_AFTER_MS = 600_000

const BEAT_EVERY_MS = 15_000

export type OwnerHouse = {
  readonly store: Store
  readonly processes: Processes
  /** By default the machine's own. */
  readonly clock?: { readonly now: () => Date }
}

const nowOf = ({ clock }: OwnerHouse): Date => clock?.now() ?? new Date()

const selfOf = ({ processes }: OwnerHouse): string => JSON.stringify(processes.self())

/** Says that this process lives, now and again and again. Call it before anything is claimed. */
export function startBeating(house: OwnerHouse): Disposable {
  beatOnce(house)
  const timer = setInterval(() => beatAgain(house), BEAT_EVERY_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

export const beatOnce = (house: OwnerHouse): void => house.store.beat(selfOf(house), nowOf(house))

/** A full disk, a busy store or a takeover: whoever works here meets it at the next step, and says so. */
function beatAgain(house: OwnerHouse): void {
  try {
    beatOnce(house)
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
  }
}

/** G1, G4: is nobody left who holds what this owner held? */
export function isGone(owner: string | null, house: OwnerHouse): boolean {
  const identity = parseIdentity(owner)
  if (owner === null || identity === null) return true
  const state = house.processes.state(identity)
  return state === 'unknown' ? isTaken(owner, house) : state === 'dead'
}

const isTaken = (owner: string, { store }: OwnerHouse): boolean =>
  (store.heartbeat(owner)?.takenAt ?? null) !== null

/** G2. Whoever wants something first asks this. */
export function takeFromSilent(house: OwnerHouse): void {
  for (const owner of uncheckedOwners(house)) {
    const heartbeat = house.store.heartbeat(owner)
    if (heartbeat === null) house.store.noteSeen(owner, nowOf(house).toISOString())
    else if (silentMs(heartbeat.at, house) >= SILENT_AFTER_MS && !hasWorker(owner, house))
      take(owner, heartbeat.at, house)
  }
}

const silentMs = (at: string, house: OwnerHouse): number => nowOf(house).getTime() - Date.parse(at)

const hasWorker = (owner: string, { store, processes }: OwnerHouse): boolean =>
  store.runsHeldBy(owner).some((runId) => processes.tagged(runId).length > 0)

const take = (owner: string, seenAt: string, house: OwnerHouse): boolean =>
  house.store.takeOver(owner, { seenAt, by: selfOf(house), at: nowOf(house).toISOString() })

/** Those that hold something, cannot be checked from here, and were not taken over. */
function uncheckedOwners(house: OwnerHouse): readonly string[] {
  const { store, processes } = house
  return store.owners().filter((owner) => {
    const identity = parseIdentity(owner)
    return identity !== null && processes.state(identity) === 'unknown' && !isTaken(owner, house)
  })
}

/** One for each owner that cannot be checked and still holds something, in words. */
export const uncheckedWords = (house: OwnerHouse): readonly string[] =>
  uncheckedOwners(house).flatMap((owner) => {
    const identity = parseIdentity(owner)
    return identity === null ? [] : [ownerWords(identity, house)]
  })

/** As a person names it. */
const ownerName = ({ pid, host }: ProcessIdentity): string => `${pid}@${host}`

/** G3. How many owners of that name were taken over: a container that starts again gives the same numbers again. */
export function takeByName(name: string, house: OwnerHouse): number {
  const named = house.store.owners().flatMap((owner) => {
    const identity = parseIdentity(owner)
    return identity !== null && ownerName(identity) === name ? [{ owner, identity }] : []
  })
  if (named.length === 0) throw new UnknownOwnerError(name, house)
  const alive = named.find(({ identity }) => house.processes.state(identity) === 'alive')
  if (alive !== undefined) throw new LivingOwnerError(alive.identity.pid)
  return named.filter(({ owner }) => takeNow(owner, house)).length
}

function takeNow(owner: string, house: OwnerHouse): boolean {
  const at = nowOf(house).toISOString()
  house.store.noteSeen(owner, at)
  return take(owner, house.store.heartbeat(owner)?.at ?? at, house)
}

class UnknownOwnerError extends MaydayError {
  constructor(name: string, house: OwnerHouse) {
    const names = uncheckedOwners(house).flatMap((owner) => {
      const identity = parseIdentity(owner)
      return identity === null ? [] : [ownerName(identity)]
    })
    const known =
      names.length === 0
        ? 'Every owner can be checked from here, so there is none to take over.'
        : `To take over: ${names.join(', ')}.`
    super('UNKNOWN_OWNER', `Nothing here is held by '${name}'. ${known} See: mayday locks`)
  }
}

class LivingOwnerError extends MaydayError {
  constructor(pid: number) {
    super(
      'OWNER_ALIVE',
      `Process ${pid} is alive on this machine, so nothing is taken from it. Stop it first: kill ${pid}`,
    )
  }
}

/** Who it is; where it cannot be checked, until when it is waited for and how to take over now. */
export function ownerWords(identity: ProcessIdentity, house: OwnerHouse): string {
  const process = `process ${identity.pid}`
  if (house.processes.state(identity) !== 'unknown') return process
  const heartbeat = house.store.heartbeat(JSON.stringify(identity))
  const last = heartbeat === null ? '' : `; last heartbeat ${agoWords(silentMs(heartbeat.at, house))}`
  return `${process} on ${identity.host}, which cannot be checked from here (${uncheckedRule}${last}; to take over now: mayday recover --take ${ownerName(identity)})`
}

/** `, under process 3 on box, …` where the supervisor of a live run cannot be checked; else nothing. */
export function supervisorWords(run: number, house: OwnerHouse): string {
  const supervisor = house.store.unfinished().find((one) => one.run === run)?.supervisor ?? null
  const identity = parseIdentity(supervisor)
  return identity === null || house.processes.state(identity) !== 'unknown'
    ? ''
    : `, under ${ownerWords(identity, house)}`
}

const uncheckedRule = `it is taken over ${SILENT_AFTER_MS / 1000} s after its last heartbeat`

const agoWords = (ms: number): string => `${Math.max(0, Math.round(ms / 1000))} s ago`

/** Another host or PID namespace: what has this number here is another process. */
export function isElsewhere({ host, namespace }: ProcessIdentity, processes: Processes): boolean {
  const self = processes.self()
  return host !== self.host || namespace !== self.namespace
}

export function parseIdentity(text: string | null): ProcessIdentity | null {
  try {
    const found: unknown = text === null ? null : JSON.parse(text)
    return isIdentity(found) ? found : null
  } catch {
    // Not ours: nobody can be asked whether that supervisor lives.
    return null
  }
}

const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'startedAt' in value &&
  'boot' in value &&
  'host' in value
