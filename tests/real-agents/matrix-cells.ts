/** Which agents meet which faults in this run. */
import { pointedAgents, type PointedAgent } from '../../src/testing/index.ts'
import { cells, type Cell } from './cells.ts'
import { composedCells } from './composed-cells.ts'
import { realAgents } from './real-agents.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'

export const matrixAgents: readonly PointedAgent[] = pointedAgents.filter(
  (name) => isFull || !realAgents[name].isExtra,
)

export const cellsOf = (agent: PointedAgent): Cell[] =>
  [...cells, ...composedCells].filter(
    ({ isInCi, except = [] }) =>
      !except.includes(agent) && (isFull || (typeof isInCi === 'boolean' ? isInCi : isInCi.includes(agent))),
  )
