/** Which agents meet which faults in this run. */
import type { PointedAgent } from '../../src/testing/index.ts'
import { cells, type Cell } from './cells.ts'
import { composedCells } from './composed-cells.ts'
import { runAgents } from './real-agents.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'

export const matrixAgents: readonly PointedAgent[] = runAgents(isFull)

export const cellsOf = (agent: PointedAgent): Cell[] =>
  [...cells, ...composedCells].filter(
    ({ isInCi, except = [] }) =>
      !except.includes(agent) && (isFull || (typeof isInCi === 'boolean' ? isInCi : isInCi.includes(agent))),
  )
