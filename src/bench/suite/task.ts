import * as v from 'valibot'
import { count, names, type Shape } from '../../record/schema.ts'

/** Milliseconds of running time. */
const timeoutsSchema = v.object({
  clone: count,
  checkout: count,
  setup: count,
  /** Of both runs together. */
  baseline: count,
  agent: count,
  /** Without progress of the agent. */
  idle: count,
  test: count,
})

export type TaskTimeouts = Shape<typeof timeoutsSchema>

const MINUTE_MS = 60_000

export const defaultTimeouts: TaskTimeouts = {
  clone: 10 * MINUTE_MS,
  checkout: 5 * MINUTE_MS,
  setup: 10 * MINUTE_MS,
  baseline: 15 * MINUTE_MS,
  agent: 60 * MINUTE_MS,
  idle: 10 * MINUTE_MS,
  test: 15 * MINUTE_MS,
}

export const engines = ['docker', 'podman', 'bwrap'] as const

/** What a sandbox lets in by name. What is not there lets in nothing. */
const namesSchema = v.object({
  /** Variables of the person's that all commands get. */
  variables: v.exactOptional(names),
  /** Variables that only the agent gets: its key. */
  agentVariables: v.exactOptional(names),
  /** Files and folders of the machine that would be hidden; only for bwrap. */
  readable: v.exactOptional(names),
})

export type SandboxNames = Shape<typeof namesSchema>

/** What the commands of a task run in, where it is not the machine itself. */
const sandboxSchema = v.object({
  ...namesSchema.entries,
  engine: v.picklist(engines),
  /** Null where the engine has none (bwrap). */
  image: v.nullable(v.string()),
  hasNetwork: v.boolean(),
})

export type Sandbox = Shape<typeof sandboxSchema>

/** One benchmark task, as its file says it, with everything that the file left out. */
export const benchTaskSchema = v.object({
  id: v.string(),
  /** A URL, or a path, absolute here. */
  repo: v.string(),
  /** An id, or a name, which is looked up anew each time. */
  commit: v.string(),
  /** Shell commands, one after the other; the first that fails ends the setup. */
  setup: names,
  /** The shell command whose tests fail, and pass once the task is done. */
  run: v.string(),
  /** What the agent is told; null: to make the tests pass. */
  prompt: v.nullable(v.string()),
  timeouts: timeoutsSchema,
  environment: v.record(v.string(), v.string()),
  labels: names,
  sandbox: v.nullable(sandboxSchema),
  /** Where it was read. */
  file: v.string(),
})

export type BenchTask = Shape<typeof benchTaskSchema>

type AskedNames = { readonly [Key in keyof SandboxNames]: readonly string[] | undefined }

/** A sandbox that lets in what it already does, and these. Empty lists are left out: a series is known by its tasks. */
export function withNames(sandbox: Sandbox, more: AskedNames): Sandbox {
  const both = (key: keyof SandboxNames): SandboxNames => {
    const all = [...new Set([...(sandbox[key] ?? []), ...(more[key] ?? [])])]
    return all.length === 0 ? {} : { [key]: all }
  }
  return { ...sandbox, ...both('variables'), ...both('agentVariables'), ...both('readable') }
}

/** What an agent is told where the task says nothing of its own. */
export const promptOf = ({ prompt, run }: BenchTask): string =>
  prompt ??
  `The tests of this project fail. They are run with: ${run}\nFind out why and change the code so that they pass. Do not change, skip or remove tests.`
