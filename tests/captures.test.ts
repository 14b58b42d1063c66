/** Real outputs of real agents under injected faults. Each must get its label, with correct evidence. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { explain } from '../src/agents/explain.ts'
import type { Explanation } from '../src/diagnosis/explain.ts'
import { explanationSchema } from '../src/diagnosis/explanation-schema.ts'
import { captureLabels } from './captures.ts'

const folder = join(import.meta.dirname, 'fixtures/captures')

/** A silent run that was stopped at a time limit: without a supervisor's clock a stall looks like a timeout. */
const sameReason = (label: string, found: string): boolean =>
  label === found || (label === 'STALLED' && found === 'TIMEOUT')

/** Only an answer, or nothing at all: nothing identifies the agent. */
const ANONYMOUS = new Set([
  'claude-tool_bash-as-text.log',
  'claude-tool_fail-as-text.log',
  'opencode-hang_headers.log',
])

/** The line that the evidence names contains the excerpt. */
function expectTrue(path: string, { evidence }: Explanation): void {
  const bytes = readFileSync(path)
  for (const { line, byteOffset, excerpt } of evidence) {
    if (line === null || byteOffset === null) continue
    const before = bytes.subarray(0, byteOffset)
    expect(before.toString('latin1').split('\n')).toHaveLength(line)
    const there = bytes.subarray(byteOffset, byteOffset + 2000).toString('utf8')
    // Colours are removed from the excerpt.
    expect(there.replaceAll(/\u001B\[[0-9;]*m/g, '')).toContain(excerpt.slice(0, 40))
  }
}

describe.each(readdirSync(folder))('%s', (agent) => {
  const readable = captureLabels(agent).filter((one) => one.evidence === 'text')

  test.each(readable.map((one) => [one.file, one.label, one] as const))(
    '%s is %s',
    async (file, label, { exitCode }) => {
      const path = join(folder, agent, file)
      const found = await explain(path, { stage: 'agent_run', exitCode })
      expect(sameReason(label, found.reason ?? 'NONE'), `said ${found.reason} by ${found.rule}`).toBe(true)
      expect(found.agent).toBe(ANONYMOUS.has(file) ? null : agent)
      expect(v.is(explanationSchema, JSON.parse(JSON.stringify(found)))).toBe(true)
      expectTrue(path, found)
    },
  )
})
