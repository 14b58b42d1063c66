/**
 * A node claims work, makes one attempt for each claim, and sends the outcomes.
 *
 * Invariants F1 to F6 are in port.ts. K1 A claim is on the disk before any work on it starts, and an outcome before
 * it is sent; a restarted node continues with both. K2 No run starts while the database does not answer. K3 A run
 * that no longer belongs to this node is stopped, and its outcome is stored separately.
 */
import { join } from 'node:path'
import * as v from 'valibot'
import { instant } from '../../record/schema.ts'
import { isLive } from '../../record/run.ts'
import { Alarm } from '../../supervision/alarm.ts'
import { crashPoint } from '../../supervision/crash-point.ts'
import type { Recorded } from '../../supervision/run-event.ts'
import { RunFolder } from '../../supervision/run-folder.ts'
import type { Environment } from '../../supervision/run-folder.ts'
import { claimSchema, outcomeSchema, type Claim, type Outcome } from '../port.ts'
import { Asking } from './asking.ts'
import { unsentCardEvents } from './capsule.ts'
import { Contact } from './contact.ts'
import { Deadline, DEADLINE_VARIABLE, uptimeS } from './deadline.ts'
import { CLAIMS, KeptFiles, OUTBOX } from './kept-files.ts'
import { isMachineHeld } from './machine-held.ts'
import type { NodeContext } from './node-context.ts'
import { Delivery } from './delivery.ts'
import { workOnClaim, type ClaimedWork } from './work-claim.ts'

/** The number of renewals in a lease: two may fail before the deadline. */
const RENEWALS = 6
/** Notifications may be lost; polling finds everything. Random, so that nodes do not poll at the same time. */
const POLL_MS = 3000
const SHIP_AGAIN_MS = 500

const keptClaim = v.object({
  claim: claimSchema,
  claimedAt: instant,
  hasBegun: v.boolean(),
  expected: v.exactOptional(v.nullable(v.string())),
})

type Working = { readonly claim: Claim; readonly stop: AbortController }

export class FleetNode {
  readonly #context: NodeContext
  readonly #claims: KeptFiles<typeof keptClaim>
  readonly #outbox: KeptFiles<typeof outcomeSchema>
  readonly #deadline: Deadline
  readonly #contact: Contact
  readonly #alarm = new Alarm()
  readonly #asking: Asking
  readonly #delivery: Delivery
  readonly #working = new Map<string, Working>()
  #unsent = 0
  #trouble: Error | null = null

  constructor(context: NodeContext) {
    const { record } = context.project
    const { leaseMs } = context.fleet
    this.#context = context
    this.#claims = new KeptFiles(join(record, CLAIMS), keptClaim)
    this.#outbox = new KeptFiles(join(record, OUTBOX), outcomeSchema)
    this.#deadline = new Deadline(record, leaseMs)
    this.#contact = new Contact(leaseMs)
    this.#asking = new Asking(context.tell)
    this.#delivery = new Delivery(context, this.#asking)
  }

  /** Works until it is drained, or with `once` until there is nothing to do. */
  async run(): Promise<void> {
    const { fleet, drain } = this.#context
    const ring = (): void => this.#alarm.ring()
    drain.addEventListener('abort', ring)
    using _ = fleet.listen(ring)
    const over = new AbortController()
    await this.#renew()
    const renewing = this.#renewUntil(over.signal).catch((error: unknown) => this.#stopFor(error))
    try {
      await this.#goOnAsBefore()
      while (!(await this.#step())) await this.#alarm.sleep(POLL_MS * (0.5 + Math.random()))
    } finally {
      over.abort()
      drain.removeEventListener('abort', ring)
      await renewing
    }
    if (this.#trouble !== null) throw this.#trouble
  }

  /** K1. */
  async #goOnAsBefore(): Promise<void> {
    const reportBroken = (path: string): void => this.#context.tell({ event: 'node:broken', path })
    for (const outcome of this.#outbox.all(reportBroken)) void this.#ship(outcome)
    for (const { claimedAt, ...kept } of this.#claims.all(reportBroken))
      if (!this.#outbox.has(kept.claim.runId)) this.#start({ ...kept, claimedAt: new Date(claimedAt) })
    await this.#releaseUnknown()
  }

  /** Releases claims that the database knows but this node does not: the node was killed before it stored them. */
  async #releaseUnknown(): Promise<void> {
    const { fleet, node } = this.#context
    for (const claim of await this.#asking.ask([], () => fleet.claimsOf(node)))
      if (!this.#working.has(claim.runId) && !this.#outbox.has(claim.runId))
        void this.#ship({
          ...claim,
          result: null,
          status: 'queued',
          waitMs: 0,
          rows: [],
          gates: [],
          opened: [],
        })
  }

  /** Returns true when the node is done. */
  async #step(): Promise<boolean> {
    const { drain, once } = this.#context
    // A run that ends during this step makes room that no claim has asked for yet.
    const wasBusy = this.#isWorking()
    const claimed = drain.aborted || this.#trouble !== null ? 0 : await this.#claimAll()
    await this.#asking.ask(undefined, this.#context.bringCards)
    if (this.#isWorking()) return false
    if (drain.aborted || this.#trouble !== null) return true
    return once && !wasBusy && claimed === 0 && !this.#asking.isAway
  }

  #isWorking(): boolean {
    return this.#working.size > 0 || this.#unsent > 0
  }

  async #claimAll(): Promise<number> {
    const { fleet, node, abilities, concurrency, tell } = this.#context
    let claimed = 0
    while (this.#working.size < concurrency && !isMachineHeld(this.#context)) {
      const claim = await this.#asking.ask(null, () => fleet.claim({ node, abilities }))
      if (claim === null) break
      crashPoint('fleet claimed')
      const claimedAt = this.#context.clock.now()
      this.#claims.put(claim.runId, { claim, claimedAt: claimedAt.toISOString(), hasBegun: false })
      crashPoint('fleet claim kept')
      tell({ event: 'node:claimed', task: claim.task, run: claim.run, account: claim.account })
      this.#start({ claim, claimedAt, hasBegun: false })
      claimed += 1
    }
    return claimed
  }

  #start(work: ClaimedWork): void {
    const working = { claim: work.claim, stop: new AbortController() }
    this.#working.set(work.claim.runId, working)
    void this.#see(work, working)
  }

  async #see(work: ClaimedWork, { claim, stop }: Working): Promise<void> {
    try {
      const outcome = await workOnClaim(work, this.#workContext(claim, stop, work.claimedAt))
      this.#outbox.put(claim.runId, outcome)
      crashPoint('fleet outcome kept')
      await this.#ship(outcome)
    } catch (error) {
      // The lease of its run ends by itself.
      this.#stopFor(error)
    } finally {
      this.#working.delete(claim.runId)
      this.#alarm.ring()
    }
  }

  #workContext(claim: Claim, stop: AbortController, claimedAt: Date): Parameters<typeof workOnClaim>[1] {
    const { env, tell, show, stop: stopAll, force, ...rest } = this.#context
    const { task, runId } = claim
    const kept = { claim, claimedAt: claimedAt.toISOString() }
    const report = (recorded: Recorded): void => {
      tell({ event: 'run:event', task, recorded })
      if (recorded.event === 'stage:started') this.#noteOnCard(task)
    }
    return {
      ...rest,
      env: this.#environment(env),
      tell,
      watcher: {
        cancel: AbortSignal.any([stop.signal, stopAll]),
        force,
        report,
        show: (view) => show(task, view),
      },
      isBusy: (other) => other !== task && this.#isBusy(other),
      onPut: () => this.#claims.put(runId, { ...kept, hasBegun: true }),
      onTree: (expected) => this.#claims.put(runId, { ...kept, hasBegun: true, expected }),
    }
  }

  /** The settling sends it again, so nothing is lost if the database does not answer. */
  #noteOnCard(task: number): void {
    const { fleet, store } = this.#context
    const events = unsentCardEvents(store, task)
    if (events.length > 0)
      void this.#asking.ask(undefined, () => fleet.sendCardEvents(events)).catch(() => undefined)
  }

  #isBusy(task: number, besides: string | null = null): boolean {
    return [...this.#working.values()].some(({ claim }) => claim.task === task && claim.runId !== besides)
  }

  /** F4. */
  #environment(env: Environment): Environment {
    return { ...env, [DEADLINE_VARIABLE]: this.#deadline.path }
  }

  /** F5. Retries until the database has answered. */
  async #ship(kept: Outcome): Promise<void> {
    const { fleet, node, tell, drain } = this.#context
    const { runId, task } = kept
    let outcome = kept
    this.#unsent += 1
    try {
      for (;;) {
        const delivered = await this.#delivery.push(outcome)
        if (delivered !== null && delivered !== outcome) this.#outbox.put(runId, (outcome = delivered))
        const counts =
          delivered === null ? null : await this.#asking.ask(null, () => fleet.settle(node, delivered))
        if (counts !== null) {
          crashPoint('fleet outcome shipped')
          this.#context.store.dropCardEvents(task)
          this.#outbox.drop(runId)
          this.#claims.drop(runId)
          tell({ event: 'node:settled', task, status: outcome.status, counts })
          return await this.#delivery.tidy(outcome, (other) => this.#isBusy(other, runId))
        }
        // The outcome is on the disk. The next start sends it.
        if (drain.aborted) return
        await new Promise((resolve) => setTimeout(resolve, SHIP_AGAIN_MS))
      }
    } catch (error) {
      this.#stopFor(error)
    } finally {
      this.#unsent -= 1
      this.#alarm.ring()
    }
  }

  /** Claims nothing more, and waits for the runs that are live. */
  #stopFor(error: unknown): void {
    this.#trouble ??= error instanceof Error ? error : new Error(String(error))
    this.#alarm.ring()
  }

  async #renewUntil(over: AbortSignal): Promise<void> {
    const { clock, fleet } = this.#context
    while (await clock.nap(fleet.leaseMs / RENEWALS, over)) await this.#renew()
  }

  /** F3, F4. */
  async #renew(): Promise<void> {
    const { fleet, node, tell } = this.#context
    const claims = [...this.#working.values()].map(({ claim }) => claim)
    const askedAtS = uptimeS()
    const renewed = await this.#asking.ask(
      null,
      () => fleet.renew(node, claims),
      () => this.#deadline.move(askedAtS),
    )
    if (renewed === null) return
    this.#deadline.move(askedAtS)
    this.#contact.answered()
    for (const runId of renewed.lost) this.#stop(runId, 'taken over')
    for (const runId of renewed.canceled) this.#stop(runId, 'canceled')
    if (!this.#contact.mayJudge) return
    for (const runId of await this.#asking.ask([], () => fleet.takeOver(node)))
      tell({ event: 'node:took-over', runId })
  }

  /** K3. An adopted run is stopped through its folder. */
  #stop(runId: string, why: 'taken over' | 'canceled'): void {
    const working = this.#working.get(runId)
    if (working === undefined || working.stop.signal.aborted) return
    const { store, project, tell } = this.#context
    tell({ event: 'node:stops', task: working.claim.task, why })
    working.stop.abort()
    const run = store.find(runId)
    if (run !== null && isLive(run)) new RunFolder(join(project.record, run.logPath)).askToCancel()
  }
}
