/** One benchmark task, as its file says it, with everything that the file left out. */
export type BenchTask = {
  readonly id: string
  /** A URL, or a path, absolute here. */
  readonly repo: string
  /** An id, or a name, which is looked up anew each time. */
  readonly commit: string
  /** Shell commands, one after the other; the first that fails ends the setup. */
  readonly setup: readonly string[]
  /** The shell command whose tests fail, and pass once the task is done. */
  readonly run: string
  /** What the agent is told; null: to make the tests pass. */
  readonly prompt: string | null
  readonly timeouts: TaskTimeouts
  readonly environment: Readonly<Record<string, string>>
  readonly labels: readonly string[]
  readonly sandbox: Sandbox | null
  /** Where it was read. */
  readonly file: string
}

/** Milliseconds of running time. */
export type TaskTimeouts = {
  readonly clone: number
  readonly checkout: number
  readonly setup: number
  /** Of both runs together. */
  readonly baseline: number
  readonly agent: number
  /** Without progress of the agent. */
  readonly idle: number
  readonly test: number
}

const MINUTE_MS = 60_000

export const usualTimeouts: TaskTimeouts = {
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
export type SandboxNames = {
  /** Variables of the person's that all commands get. */
  readonly variables?: readonly string[]
  /** Variables that only the agent gets: its key. */
  readonly agentVariables?: readonly string[]
  /** Files and folders of the machine that would be hidden; only for bwrap. */
  readonly readable?: readonly string[]
}

/** What the commands of a task run in, where it is not the machine itself. */
export type Sandbox = SandboxNames & {
  readonly engine: (typeof engines)[number]
  /** Null where the engine has none (bwrap). */
  readonly image: string | null
  readonly hasNetwork: boolean
}

type AskedNames = { readonly [Key in keyof SandboxNames]: readonly string[] | undefined }

/** A sandbox that lets in what it already does, and these. Empty lists are left out: a series is known by its tasks. */
export function withNames(sandbox: Sandbox, more: AskedNames): Sandbox {
  const both = (key: keyof SandboxNames): SandboxNames => {
    const names = [...new Set([...(sandbox[key] ?? []), ...(more[key] ?? [])])]
    return names.length === 0 ? {} : { [key]: names }
  }
  return { ...sandbox, ...both('variables'), ...both('agentVariables'), ...both('readable') }
}

/** What an agent is told where the task says nothing of its own. */
export const promptOf = ({ prompt, run }: BenchTask): string =>
  prompt ??
  `The tests of this project fail. They are run with: ${run}\nFind out why and change the code so that they pass. Do not change, skip or remove tests.`
