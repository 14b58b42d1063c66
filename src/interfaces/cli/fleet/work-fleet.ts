/** `mayday work --fleet`: this machine works for the fleet until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises'
import { MaydayError } from '../../../errors.ts'
import { asHere, nodeProject, type Member } from '../../../fleet/member.ts'
import { abilitiesOf } from '../../../fleet/node/abilities.ts'
import { FleetNode } from '../../../fleet/node/node.ts'
import type { NodeEvent } from '../../../fleet/node/node-context.ts'
import { FleetUnreachableError } from '../../../fleet/postgres/database.ts'
import type { Fleet } from '../../../fleet/port.ts'
import type { SchedulerEvent } from '../../../scheduling/scheduler.ts'
import { recover } from '../../../scheduling/recover.ts'
import { claimLease, releaseLease } from '../../../supervision/lease.ts'
import { ownerWords, startBeating, takeFromSilent, type OwnerContext } from '../../../supervision/owners.ts'
import type { Terminal } from '../command.ts'
import { loadTrusted } from '../config/project-config.ts'
import { exitWith } from '../exit-codes.ts'
import { startAdopter } from '../record/launch-mayday.ts'
import { openStore, openStoreOf } from '../record/open-store.ts'
import { workContext } from '../record/queue-context.ts'
import { ownTreeIn } from '../queue/own-tree.ts'
import { nameOf } from '../queue/status-changes.ts'
import { workReporter, type WorkReporter } from '../queue/working/work-reporter.ts'
import { watchWorkSignals } from '../queue/working/work-signals.ts'
import type { WorkAsked } from '../queue/working/work.ts'
import { nodeOf } from './join.ts'
import { openMembersFleet, requireMember } from './open-copy.ts'

const AGAIN_MS = 1000

export async function workForFleet(asked: WorkAsked, terminal: Terminal): Promise<number> {
  const loaded = await loadTrusted(asked, terminal)
  using own = await openStore()
  const member = asHere(requireMember(own.project), own.project)
  using opened = await openStoreOf(nodeProject(own.project, process.env))
  // The project has the config and its trust. The node has the runs and their logs.
  const base = { ...workContext(own, loaded), store: opened.store, project: opened.project }
  using holding = new DisposableStack()
  for (const store of [own.store, opened.store]) holding.use(holdCheckout({ ...base, store }))
  const reporter = reporterOf(base, asked, terminal)
  using signals = watchWorkSignals({ ...opened, liveRuns: reporter.liveRuns, say: reporter.say })
  try {
    const fleet = await openPatiently(member, reporter, signals.drain)
    if (fleet === null) return exitWith('canceled')
    await using _ = fleet
    const concurrency = asked.concurrency ?? 1
    await fleet.join({ ...nodeOf(withLabels(member, asked.label)), concurrency })
    reporter.say(`Node ${member.name} works for the fleet.`, { event: 'node:joined', node: member.name })
    await recover(base)
    await new FleetNode({
      ...base,
      fleet,
      node: member.node,
      abilities: abilitiesOf(withLabels(member, asked.label)),
      concurrency,
      ownTrees: ownTreeIn(asked.worktree || concurrency > 1, own.project),
      once: asked.once,
      drain: signals.drain,
      stop: signals.cancel,
      force: signals.force,
      tell: (event) => tellOn(reporter, event),
      show: reporter.show,
      startAdopter: () => startAdopter(opened.project),
    }).run()
    return exitWith(signals.drain.aborted ? 'canceled' : 'succeeded')
  } finally {
    reporter.close()
  }
}

const withLabels = (member: Member, more: readonly string[]): Member => ({
  ...member,
  labels: [...new Set([...member.labels, ...more])],
})

/** A checkout has one scheduler, either for the fleet or for itself. */
function holdCheckout(context: OwnerContext): Disposable {
  const beating = startBeating(context)
  takeFromSilent(context)
  const claimed = claimLease('scheduler', context)
  if (claimed.kind === 'held') {
    beating[Symbol.dispose]()
    const who = claimed.by === null ? 'Another process' : ownerWords(claimed.by, context)
    throw new MaydayError(
      'CHECKOUT_BUSY',
      `${who} works in this checkout already. Each node needs a checkout of its own.`,
    )
  }
  return {
    [Symbol.dispose]: () => {
      releaseLease('scheduler', context)
      beating[Symbol.dispose]()
    },
  }
}

/** A node that starts without a database connection waits for one. Null if the user ended the wait. */
async function openPatiently(
  member: Member,
  { say }: WorkReporter,
  drain: AbortSignal,
): Promise<Fleet | null> {
  let hasSaid = false
  while (!drain.aborted)
    try {
      return await openMembersFleet(member, member.name)
    } catch (error) {
      if (!(error instanceof FleetUnreachableError)) throw error
      if (!hasSaid) say(`${error.message} Waiting for it; Ctrl+C ends the wait.`, { event: 'node:away' })
      hasSaid = true
      await pause(AGAIN_MS)
    }
  return null
}

function reporterOf(
  { store }: { readonly store: Parameters<typeof workContext>[0]['store'] },
  { json, concurrency }: WorkAsked,
  terminal: Terminal,
): WorkReporter {
  return workReporter(terminal, {
    isJson: json,
    isShared: () => (concurrency ?? 1) > 1,
    nameOf: (number) => {
      const task = store.task(number)
      return task === null ? `task ${number}` : nameOf(task)
    },
    sum: () => 'working for the fleet',
  })
}

const isOfTask = (event: NodeEvent): event is NodeEvent & SchedulerEvent => !event.event.startsWith('node:')

function tellOn(reporter: WorkReporter, event: NodeEvent): void {
  if (isOfTask(event)) reporter.tell(event)
  else reporter.say(wordsFor(event), event)
}

function wordsFor(event: Exclude<NodeEvent, SchedulerEvent>): string {
  switch (event.event) {
    case 'node:claimed':
      return `Claimed task ${event.task} as run ${event.run}, account ${event.account}.`
    case 'node:settled':
      return event.counts
        ? `Task ${event.task} is ${event.status}.`
        : `The result for task ${event.task} came too late: another node has taken over. It is stored separately.`
    case 'node:took-over':
      return `Run ${event.runId} was not renewed for a lease. It counts as lost, and its task goes on.`
    case 'node:stops':
      return `Stopping the run of task ${event.task}: ${event.why}.`
    case 'node:away':
      return event.why
    case 'node:back':
      return "The fleet's database answers again."
    case 'node:broken':
      return `A kept file could not be read and was set aside: ${event.path}`
  }
}
