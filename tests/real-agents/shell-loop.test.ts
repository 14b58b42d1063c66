/** The baseline of the matrix, in the full run: each cell once more, without Mayday. */
import { describe, expect, test } from 'vitest'
import { cellsOf, matrixAgents } from './matrix-cells.ts'
import { runShellLoop } from './shell-loop.ts'

describe.concurrent.each(matrixAgents)('a shell loop around %s', (agent) => {
  test.concurrent.for(cellsOf(agent))('under $name', async ({ name, script, env = {} }, { task }) => {
    const seen = await runShellLoop({ agent, script, env })
    task.meta.shellLoop = { agent, fault: name, ...seen }
    expect(seen.requests).toBeGreaterThan(0)
  })
})
