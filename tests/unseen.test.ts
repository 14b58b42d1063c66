/** Real outputs of agents without an adapter, under injected faults. Only the generic reader reads them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { explain } from '../src/agents/explain.ts'

const folder = join(import.meta.dirname, 'fixtures/unseen')
const labels = v.parse(
  v.array(v.object({ file: v.string(), exitCode: v.number(), reason: v.nullable(v.string()) })),
  JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')),
)

test('outputs of unknown agents exist', () => {
  expect(labels.length).toBeGreaterThan(10)
})

test.each(labels)('$file of an unknown agent is understood', async ({ file, exitCode, reason }) => {
  const found = await explain(join(folder, file), { stage: 'agent_run', exitCode })
  expect({ reason: found.reason, agent: found.agent }).toEqual({ reason, agent: null })
  expect(reason === null || (found.evidence[0]?.line ?? 0) > 0).toBe(true)
})
