/**
 * Real outputs of agents, under injected faults, that were collected before Mayday knew the agent. The generic reader
 * reads them, except those that name an agent.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { explain } from '../src/agents/explain.ts'

const folder = join(import.meta.dirname, 'fixtures/unseen')
const labels = v.parse(
  v.array(
    v.object({
      file: v.string(),
      exitCode: v.number(),
      reason: v.nullable(v.string()),
      agent: v.optional(v.string()),
    }),
  ),
  JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')),
)

test('outputs of unknown agents exist', () => {
  expect(labels.length).toBeGreaterThan(10)
})

test.each(labels)('$file is understood', async ({ file, exitCode, reason, agent = null }) => {
  const found = await explain(join(folder, file), { stage: 'agent_run', exitCode })
  expect({ reason: found.reason, agent: found.agent }).toEqual({ reason, agent })
  expect(reason === null || (found.evidence[0]?.line ?? 0) > 0).toBe(true)
})
