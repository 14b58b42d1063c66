/** `mayday work --fleet`: this machine works for the fleet until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises'
import { MaydayError } from '../../../errors.ts'
import { asHere, bootOf, nodeProject, type Member } from '../../../fleet/member.ts'
import { bringCards } from '../../../fleet/cards/bring-cards.ts'
import { abilitiesOf } from '../../../fleet/node/abilities.ts'
import { FleetNode } from '../../../fleet/node/node.ts'
import type { TreeSource } from '../../../fleet/node/work-claim.ts'
import { GitRemote } from '../../../fleet/trees/git-remote.ts'
import { Turns } from '../../../fleet/trees/turns.ts'
import { defaultTreePolicy } from '../../../fleet/trees/tree-policy.ts'
import type { Config } from '../../../config/config.ts'
import type { Project } from '../../../record/project.ts'
import type { NodeEvent } from '../../../fleet/node/node-context.ts'
import { FleetUnreachableError } from '../../../fleet/postgres/database.ts'
import type { Fleet } from '../../../fleet/port.ts'
import type { SchedulerEvent } from '../../../scheduling/scheduler-context.ts'
import { recover } from '../../../scheduling/recover.ts'
import { SCHEDULER_LEASE } from '../../../scheduling/scheduler-lease.ts'
import { claimLease, releaseLease } from '../../../supervision/lease.ts'
import { ownerWords, startBeating, takeFromSilent, type OwnerContext } from '../../../supervision/owners.ts'
import { complain } from '../../complain.ts'
import type { Terminal } from '../command.ts'
import { loadTrusted } from '../config/project-config.ts'
import { exitWith } from '../exit-codes.ts'
import { startAdopter } from '../record/launch-mayday.ts'
import { openStore, openStoreOf, type OpenedStore } from '../record/open-store.ts'
import { workContext } from '../record/queue-context.ts'
import { ownTreeIn } from '../queue/own-tree.ts'
import { nameOf } from '../queue/status-changes.ts'
import { workReporter, type WorkReporter } from '../queue/working/work-reporter.ts'
import { watchWorkSignals } from '../queue/working/work-signals.ts'
import type { WorkAsked } from '../queue/working/work.ts'
import { aloneUnderItsId } from './alone.ts'
import { nodeOf } from './join.ts'
import { missedWords, missingAgents } from './missing-agents.ts'
import { announceLogs, archiveLogs, stopOn } from './announce-logs.ts'
import { openMembersFleet, requireMember } from './open-copy.ts'

const AGAIN_MS = 1000

export async function workForFleet(asked: WorkAsked, terminal: Terminal): Promise<number> {
  const loaded = await loadTrusted(asked, terminal)
  using own = await openStore()
  const joined = asHere(requireMember(own.project), own.project)
  using opened = await openStoreOf(nodeProject(own.project, process.env))
  // The project has the config and its trust. The node has the runs and their logs.
  const base = {
    ...workContext(own, loaded),
    store: opened.store,
    project: opened.project,
    isShared: true as const,
  }
  using holding = new DisposableStack()
  for (const store of [own.store, opened.store]) holding.use(holdCheckout({ ...base, store }))
  const reporter = reporterOf(base, asked, terminal)
  using signals = watchWorkSignals({ ...opened, liveRuns: reporter.liveRuns, say: reporter.say })
  try {
    const fleet = await openPatiently(joined, reporter, signals.drain)
    if (fleet === null) return exitWith('canceled')
    await using _ = fleet
    await workOn(fleet, { asked, own, opened, base, loaded, joined, reporter, signals })
    return exitWith(signals.drain.aborted ? 'canceled' : 'succeeded')
  } finally {
    reporter.close()
  }
}

type Opened = Awaited<ReturnType<typeof openStore>>

type FleetWork = {
  readonly asked: WorkAsked
  /** The checkout. */
  readonly own: Opened
  /** The node's own store. */
  readonly opened: Opened
  readonly base: ReturnType<typeof workContext> & { readonly isShared: true }
  readonly loaded: Awaited<ReturnType<typeof loadTrusted>>
  readonly joined: Member
  readonly reporter: WorkReporter
  readonly signals: ReturnType<typeof watchWorkSignals>
}

async function workOn(fleet: Fleet, work: FleetWork): Promise<void> {
  const { asked, own, opened, base, loaded, joined, reporter, signals } = work
  const member = await aloneUnderItsId(joined, own.project, fleet, reporter)
  const { node, name } = member
  const labelled = withLabels(member, asked.label)
  const concurrency = asked.concurrency ?? 1
  const trees = treesOf(member, own.project, loaded.whole)
  const missing = missingAgents(member, loaded.whole)
  await fleet.join({ ...nodeOf(labelled, missing), concurrency })
  await fleet.startOn(node, bootOf())
  reporter.say(`Node ${name} works for the fleet.`, { event: 'node:joined', node: name })
  for (const words of missedWords(member, missing)) complain(words)
  await using serving = new AsyncDisposableStack()
  serving.defer(() => stopOn(member, fleet))
  await announceLogs(member, { ...opened, fleet }, serving)
  const archive = archiveLogs(loaded.whole.logs, opened, serving)
  await recover(base)
  await new FleetNode({
    ...base,
    fleet,
    node,
    abilities: abilitiesOf(labelled, missing),
    concurrency,
    ownTrees: trees !== null || ownTreeIn(asked.worktree || concurrency > 1, own.project),
    trees,
    once: asked.once,
    drain: signals.drain,
    stop: signals.cancel,
    force: signals.force,
    tell: (event) => {
      reportEvent(reporter, event)
      if (event.event === 'node:settled') archive(event.task)
    },
    show: reporter.show,
    startAdopter: () => startAdopter(opened.project),
    bringCards: () => bringCards(fleet, node, own.project),
  }).run()
}

/** Null if tasks work in this checkout. */
const treesOf = ({ remote }: Member, { root }: Project, { git, fleet }: Config): TreeSource | null =>
  remote === null || remote === undefined
    ? null
    : {
        remote: new GitRemote(remote, root),
        mainBranch: git.main ?? null,
        policy: { ...defaultTreePolicy, ...fleet },
        turns: new Turns(),
      }

const withLabels = (member: Member, more: readonly string[]): Member => ({
  ...member,
  labels: [...new Set([...member.labels, ...more])],
})

/** A checkout has one scheduler, either for the fleet or for itself. */
function holdCheckout(context: OwnerContext): Disposable {
  const beating = startBeating(context)
  takeFromSilent(context)
  const claimed = claimLease(SCHEDULER_LEASE, context)
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
      releaseLease(SCHEDULER_LEASE, context)
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
  { store, project }: OpenedStore,
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
    place: project,
  })
}

const isOfTask = (event: NodeEvent): event is NodeEvent & SchedulerEvent => !event.event.startsWith('node:')

function reportEvent(reporter: WorkReporter, event: NodeEvent): void {
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
    case 'node:pushed':
      return `Pushed task ${event.task} to ${event.branch} (${event.commit.slice(0, 12)}).`
    case 'node:push-refused':
      return `The work of task ${event.task} could not be pushed: ${event.why}. It stays on this node.`
    case 'node:tree-removed':
      return `Removed the work tree of task ${event.task}. Its work is on the remote.`
    case 'node:took-over':
      return `Run ${event.runId} was not renewed for a lease. It counts as lost, and its task continues.`
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
