import { describe, expect, test } from 'vitest'
import { pointedAgents } from '../../src/testing/index.ts'
import { runCell } from './cell.ts'
import { cells, type Cell } from './cells.ts'
import { composedCells } from './composed-cells.ts'
import { realAgents } from './real-agents.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'

const agents = pointedAgents.filter((name) => isFull || !realAgents[name].isExtra)

describe.each(agents)('%s', (agent) => {
  const isWanted = ({ isInCi }: Cell): boolean =>
    isFull || (typeof isInCi === 'boolean' ? isInCi : isInCi.includes(agent))
  test.for([...cells, ...composedCells].filter(isWanted))(
    'under $name',
    async ({ name, expected, isInCi: _, ...how }, { task }) => {
      const seen = await runCell({ agent, ...how })
      task.meta.cell = { agent, fault: name, expected: expected(agent), ...seen }
      const { reason, ending, leftovers, requests } = seen
      expect(requests).toBeGreaterThan(0)
      expect({ reason, ending, leftovers }).toEqual({
        ...expected(agent),
        leftovers: [],
      })
    },
  )
})
