import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCell } from './cell.ts'
import { cellsOf, matrixAgents } from './matrix-cells.ts'
import { turns } from './turns.ts'

/** More at once would make the agents so slow that the limits of a cell tell of the machine. */
const inTurn = turns(3)

/** What Mayday gives to agents is Mayday's: some rewrite a settings file in which they miss something. */
const folder = new URL('../../src/agents/', import.meta.url)
const settings = globSync('*/fast-faults.json', { cwd: folder })
const readSettings = (): readonly string[] =>
  settings.map((name) => readFileSync(new URL(name, folder), 'utf8'))
const given = readSettings()

describe.concurrent.each(matrixAgents)('%s', (agent) => {
  test.concurrent.for(cellsOf(agent))('under $name', async ({ name, expected, ...how }, { task }) => {
    const seen = await inTurn(() => runCell({ agent, ...how }))
    task.meta.cell = { agent, fault: name, expected: expected(agent), ...seen }
    const { reason, ending, leftovers, requests } = seen
    expect(requests).toBeGreaterThan(0)
    expect({ reason, ending, leftovers }).toEqual({
      ...expected(agent),
      leftovers: [],
    })
    expect(readSettings()).toEqual(given)
  })
})
