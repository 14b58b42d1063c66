/** What a run was given: its own prompt, its limits, and the names of its environment. */
import * as v from 'valibot'
import { amount, count, names, type Shape } from '../record/schema.ts'
import { readPlainText } from '../record/plain-file.ts'
import type { RunFolder } from '../supervision/run-folder.ts'
import { described } from './view.ts'

export const runFactsSchema = v.object({
  prompt: described(v.nullable(v.string()), 'the prompt of this run, with what earlier runs taught'),
  environment: described(
    names,
    'the names of its environment variables, sorted; empty if an older version ran it',
  ),
  limits: v.object({
    timeoutMs: described(v.nullable(amount), 'the running time of the agent'),
    idleMs: described(v.nullable(amount), 'its time without progress'),
    memoryBytes: v.nullable(count),
  }),
})

export function runFacts(folder: RunFolder): Shape<typeof runFactsSchema> | null {
  const spec = folder.spec()
  if (spec === null) return null
  const agent = spec.stages.find(({ stage }) => stage === 'agent_run')
  return {
    prompt: readPlainText(folder.file('prompt.md')),
    environment: spec.environment ?? [],
    limits: {
      timeoutMs: agent?.timeoutMs ?? null,
      idleMs: agent?.idleMs ?? null,
      memoryBytes: spec.memory?.bytes ?? null,
    },
  }
}
