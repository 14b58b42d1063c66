/** The script as a program reads it from a file or a variable. The compiler checks it against the types. */
import * as v from 'valibot'
import type { AgentScript, AgentStep } from './agent-script.ts'

const catchable = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const words = v.string()
const steps = v.array(v.lazy((): v.GenericSchema<AgentStep> => stepSchema))
const match = v.object({
  prompt: v.exactOptional(words),
  attempt: v.exactOptional(v.number()),
  file: v.exactOptional(words),
})

const stepSchema: v.GenericSchema<AgentStep> = v.variant('kind', [
  v.object({ kind: v.literal('print'), text: words, to: v.exactOptional(v.picklist(['stdout', 'stderr'])) }),
  v.object({ kind: v.literal('write'), path: words, text: words }),
  v.object({ kind: v.literal('append'), path: words, text: words }),
  v.object({ kind: v.literal('replace'), path: words, find: words, by: words }),
  v.object({ kind: v.literal('delete'), path: words }),
  v.object({ kind: v.literal('run'), command: words }),
  v.object({ kind: v.literal('spawn'), command: words, inOwnSession: v.exactOptional(v.boolean()) }),
  v.object({ kind: v.literal('read-input') }),
  v.object({ kind: v.literal('wait'), ms: v.number() }),
  v.object({ kind: v.literal('spin'), ms: v.number() }),
  v.object({ kind: v.literal('ignore'), signal: v.picklist(catchable) }),
  v.object({ kind: v.literal('hang') }),
  v.object({ kind: v.literal('exit'), code: v.number() }),
  v.object({
    kind: v.literal('signal'),
    signal: v.picklist([...catchable, 'SIGKILL', 'SIGSEGV', 'SIGABRT']),
  }),
  v.object({ kind: v.literal('when'), match, steps, otherwise: v.exactOptional(steps) }),
  v.object({ kind: v.literal('repeat'), times: v.number(), steps }),
])

export const agentScriptSchema: v.GenericSchema<AgentScript> = v.object({ steps })
