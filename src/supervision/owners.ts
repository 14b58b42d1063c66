/**
 * Ownership: leases, locks and runs name the process that holds them.
 *
 * G1 If a process can be checked, only its death frees what it holds.
 * G2 If it cannot be checked (another host, another PID namespace, a container that is gone), its heartbeat decides.
 * It is taken over after 600 s without a heartbeat, but not while one of its workers is seen alive.
 * G3 A person may take over at once, by the owner's name.
 * G4 A takeover is recorded before any process acts on it. From then on the store refuses every write of the old
 * owner, and the old owner stops its agents.
 */
import { MaydayError } from '../errors.ts'
import { parseJson } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { identitySchema, type ProcessIdentity, type Processes } from './processes/processes.ts'

/** G2. */
const SILENT_AFTER_MS = 600_000

const BEAT_EVERY_MS = 15_000

export type OwnerContext = {
  readonly store: Store
  readonly processes: Processes
  /** The default is the system clock. */
  readonly clock?: { readonly now: () => Date }
}

const nowOf = ({ clock }: OwnerContext): Date => clock?.now() ?? new Date()

export const selfOf = ({ processes }: OwnerContext): string => JSON.stringify(processes.self())

/** Writes heartbeats of this process periodically. Call it before anything is claimed. */
export function startBeating(context: OwnerContext): Disposable {
  beatOnce(context)
  const timer = setInterval(() => beatAgain(context), BEAT_EVERY_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

export const beatOnce = (context: OwnerContext): void => context.store.beat(selfOf(context), nowOf(context))

/**
 * A full disk, a busy store or a takeover fails here too. The
 * next step of the work meets the same error and reports it.
 */
function beatAgain(context: OwnerContext): void {
  try {
    beatOnce(context)
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
  }
}

/** G1, G4: whether the owner is gone, so that what it held is free. */
export function isGone(owner: string | null, context: OwnerContext): boolean {
  const identity = parseIdentity(owner)
  if (owner === null || identity === null) return true
  const state = context.processes.state(identity)
  return state === 'unknown' ? isTaken(owner, context) : state === 'dead'
}

const isTaken = (owner: string, { store }: OwnerContext): boolean =>
  (store.heartbeat(owner)?.takenAt ?? null) !== null

/** G2. Called before something is claimed. */
export function takeFromSilent(context: OwnerContext): void {
  for (const owner of uncheckedOwners(context)) {
    const heartbeat = context.store.heartbeat(owner)
    if (heartbeat === null) context.store.noteSeen(owner, nowOf(context).toISOString())
    else if (silentMs(heartbeat.at, context) >= SILENT_AFTER_MS && !hasWorker(owner, context))
      take(owner, heartbeat.at, context)
  }
}

const silentMs = (at: string, context: OwnerContext): number => nowOf(context).getTime() - Date.parse(at)

const hasWorker = (owner: string, { store, processes }: OwnerContext): boolean =>
  store.runsHeldBy(owner).some((runId) => processes.tagged(runId).length > 0)

const take = (owner: string, seenAt: string, context: OwnerContext): boolean =>
  context.store.takeOver(owner, { seenAt, by: selfOf(context), at: nowOf(context).toISOString() })

/** Owners that hold something, cannot be checked from here, and were not taken over. */
function uncheckedOwners(context: OwnerContext): readonly string[] {
  const { store, processes } = context
  return store.owners().filter((owner) => {
    const identity = parseIdentity(owner)
    return identity !== null && processes.state(identity) === 'unknown' && !isTaken(owner, context)
  })
}

/** One sentence for each owner that cannot be checked and still holds something. */
export const uncheckedWords = (context: OwnerContext): readonly string[] =>
  uncheckedOwners(context).flatMap((owner) => {
    const identity = parseIdentity(owner)
    return identity === null ? [] : [ownerWords(identity, context)]
  })

/** The name that a person types. */
const ownerName = ({ pid, host }: ProcessIdentity): string => `${pid}@${host}`

/** G3. Returns how many owners of that name were taken over: a restarted container gives the same pids again. */
export function takeByName(name: string, context: OwnerContext): number {
  const named = context.store.owners().flatMap((owner) => {
    const identity = parseIdentity(owner)
    return identity !== null && ownerName(identity) === name ? [{ owner, identity }] : []
  })
  if (named.length === 0) throw new UnknownOwnerError(name, context)
  const alive = named.find(({ identity }) => context.processes.state(identity) === 'alive')
  if (alive !== undefined) throw new LivingOwnerError(alive.identity.pid)
  return named.filter(({ owner }) => takeNow(owner, context)).length
}

function takeNow(owner: string, context: OwnerContext): boolean {
  const at = nowOf(context).toISOString()
  context.store.noteSeen(owner, at)
  return take(owner, context.store.heartbeat(owner)?.at ?? at, context)
}

class UnknownOwnerError extends MaydayError {
  constructor(name: string, context: OwnerContext) {
    const names = uncheckedOwners(context).flatMap((owner) => {
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

/** Describes the owner. If it cannot be checked, also says until when Mayday waits and how to take over now. */
export function ownerWords(identity: ProcessIdentity, context: OwnerContext): string {
  const process = `process ${identity.pid}`
  if (context.processes.state(identity) !== 'unknown') return process
  const heartbeat = context.store.heartbeat(JSON.stringify(identity))
  const last = heartbeat === null ? '' : `; last heartbeat ${agoWords(silentMs(heartbeat.at, context))}`
  return `${process} on ${identity.host}, which cannot be checked from here (${uncheckedRule}${last}; to take over now: mayday recover --take ${ownerName(identity)})`
}

/** `, under process 3 on box, …` if the supervisor of a live run cannot be checked; else empty. */
export function supervisorWords(run: number, context: OwnerContext): string {
  const supervisor = context.store.unfinished().find((one) => one.run === run)?.supervisor ?? null
  const identity = parseIdentity(supervisor)
  return identity === null || context.processes.state(identity) !== 'unknown'
    ? ''
    : `, under ${ownerWords(identity, context)}`
}

const uncheckedRule = `it is taken over ${SILENT_AFTER_MS / 1000} s after its last heartbeat`

const agoWords = (ms: number): string => `${Math.max(0, Math.round(ms / 1000))} s ago`

/** True for another host or PID namespace: the same pid here is another process. */
export function isElsewhere({ host, namespace }: ProcessIdentity, processes: Processes): boolean {
  const self = processes.self()
  return host !== self.host || namespace !== self.namespace
}

/** Null for a text that is not an identity: nothing can be checked then. */
export const parseIdentity = (text: string | null): ProcessIdentity | null =>
  text === null ? null : parseJson(identitySchema, text)
