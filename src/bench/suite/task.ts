import * as v from 'valibot'
import { count, names, type Shape } from '../../record/schema.ts'

/** Milliseconds of running time. */
const timeoutsSchema = v.object({
  clone: count,
  checkout: count,
  setup: count,
  /** For both runs together. */
  baseline: count,
  agent: count,
  /** Time without progress of the agent. */
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

/** What a sandbox allows by name. Absent lists allow nothing. */
const namesSchema = v.object({
  /** Variables of the user that all commands get. */
  variables: v.exactOptional(names),
  /** Variables that only the agent gets, for example its key. */
  agentVariables: v.exactOptional(names),
  /** Files and folders of the machine that would be hidden. Only for bwrap. */
  readable: v.exactOptional(names),
})

export type SandboxNames = Shape<typeof namesSchema>

/** The sandbox of the commands of a task, if they do not run on the machine itself. */
const sandboxSchema = v.object({
  ...namesSchema.entries,
  engine: v.picklist(engines),
  /** Null if the engine has none (bwrap). */
  image: v.nullable(v.string()),
  hasNetwork: v.boolean(),
})

export type Sandbox = Shape<typeof sandboxSchema>

/** One benchmark task from its file, with all defaults. */
export const benchTaskSchema = v.object({
  id: v.string(),
  /** A URL, or an absolute path. */
  repo: v.string(),
  /** An id, or a name, which is looked up each time. */
  commit: v.string(),
  /** Shell commands in order. The first one that fails ends the setup. */
  setup: names,
  /** The shell command of the tests. They fail first, and pass when the task is done. */
  run: v.string(),
  /** The prompt of the agent. Null: to make the tests pass. */
  prompt: v.nullable(v.string()),
  timeouts: timeoutsSchema,
  environment: v.record(v.string(), v.string()),
  labels: names,
  sandbox: v.nullable(sandboxSchema),
  /** The file from which it was read. */
  file: v.string(),
})

export type BenchTask = Shape<typeof benchTaskSchema>

type AskedNames = { readonly [Key in keyof SandboxNames]: readonly string[] | undefined }

/** The sandbox with additional names. Empty lists are left out, because a series is identified by its tasks. */
export function withNames(sandbox: Sandbox, more: AskedNames): Sandbox {
  const both = (key: keyof SandboxNames): SandboxNames => {
    const all = [...new Set([...(sandbox[key] ?? []), ...(more[key] ?? [])])]
    return all.length === 0 ? {} : { [key]: all }
  }
  return { ...sandbox, ...both('variables'), ...both('agentVariables'), ...both('readable') }
}

/** The prompt of the agent if the task has none. */
export const promptOf = ({ prompt, run }: BenchTask): string =>
  prompt ??
  `The tests of this project fail. They are run with: ${run}\nFind out why and change the code so that they pass. Do not change, skip or remove tests.`
