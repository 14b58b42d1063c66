/** What a board needs of the fleet that it shows. */
import { MaydayError } from '../../errors.ts'
import type { RunRecord } from '../../record/run.ts'
import type { LogSource } from '../node-logs/log-source.ts'
import type { Nodes } from '../../views/nodes.ts'
import type { RunNode } from './api.ts'
import type { ActionPath } from './bodies.ts'
import type { BoardContext } from './context.ts'
import type { Action } from './task-actions.ts'

export type BoardFleet = {
  readonly nodes: () => Promise<Nodes>
  readonly nodeOf: (run: RunRecord) => Promise<RunNode['node']>
  /** The name of the node that has the files of the run; null if they are on this machine. */
  readonly elsewhere: (run: RunRecord) => Promise<string | null>
  /** False if there is no such node. */
  readonly setNode: (name: string, to: 'draining' | 'working') => Promise<boolean>
  /** Null if the log is on this machine. Throws if no node can serve it, with what is known without it. */
  readonly log: (run: RunRecord) => Promise<LogSource | null>
  /** Carries out an action on a copy of the record, and sends its changes to the fleet. */
  readonly act: (
    work: (on: Pick<BoardContext, 'store' | 'project'>) => string | Promise<string>,
  ) => Promise<string>
}

/** The log of a run of the fleet; null if it is on this machine. */
export const logElsewhere = async (run: RunRecord, { fleet }: BoardContext): Promise<LogSource | null> =>
  fleet === undefined ? null : fleet.log(run)

type NodePath = Extract<ActionPath, `nodes/${string}`>

export const nodeActions: { readonly [Path in NodePath]: Action<Path> } = {
  'nodes/:name/drain': async ({ part }, context) => {
    await setNode(part('name'), 'draining', context)
    return `Node ${part('name')} takes no more work. Its runs continue.`
  },
  'nodes/:name/work': async ({ part }, context) => {
    await setNode(part('name'), 'working', context)
    return `Node ${part('name')} takes work again.`
  },
}

async function setNode(name: string, to: 'draining' | 'working', { fleet }: BoardContext): Promise<void> {
  if (fleet === undefined)
    throw new MaydayError('NO_FLEET', 'This project has joined no fleet. Join one: mayday fleet join')
  if (!(await fleet.setNode(name, to)))
    throw new MaydayError('NO_SUCH_NODE', `There is no node '${name}'. See: mayday fleet nodes`)
}
