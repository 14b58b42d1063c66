import { knownAgents } from '../../../agents/known-agents.ts'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { UsageError } from '../../../errors.ts'
import { askAbout, readyAsker } from '../../../supervision/opinion/ask.ts'
import { ExcerptReader, type Excerpt } from '../../../supervision/opinion/excerpt.ts'
import { unzipped } from '../../../signals/unzipped.ts'
import { untilInterrupted } from '../screen/interrupt.ts'
import { projectConfig } from '../config/project-config.ts'

type Asking = {
  readonly agent: string
  readonly timeoutMs: number
  readonly file: string
  readonly secrets: readonly string[]
  readonly input: AsyncIterable<Uint8Array>
}

/** Explains, and asks an agent if the verdict is open. Throws before it reads anything if the agent cannot be asked. */
export async function explainAsking(
  { agent, timeoutMs, file, secrets, input }: Asking,
  explain: (input: AsyncIterable<Uint8Array>) => Promise<Explanation>,
): Promise<Explanation> {
  // This config has no executing values of the project's file, only those of the user's file.
  const config = await projectConfig()
  const { diagnosis } = config
  const env = configuredEnvironment(config, process.env)
  const ready = await readyAsker(agent, env, knownAgents)
  const ownArgs = diagnosis.agent === ready.asker.name ? (diagnosis.args ?? []) : []
  const isPiped = file === '-'
  const log = isPiped ? '-' : logOf(file)
  const piped = new ExcerptReader({ secrets, wanted: [] })
  const found = await explain(isPiped ? passing(input, piped) : input)
  using interrupt = untilInterrupted()
  return askAbout(
    { found, file: log, excerpt: async () => (isPiped ? piped.end() : await excerptOf(log, found, secrets)) },
    { ...ready, args: ownArgs, env, secrets, timeoutMs, signal: interrupt.signal },
  )
}

/** Standard input can be read only once, so the excerpt is collected during the explanation. */
async function* passing(input: AsyncIterable<Uint8Array>, reader: ExcerptReader): AsyncGenerator<Uint8Array> {
  for await (const chunk of unzipped(input)) {
    reader.push(chunk)
    yield chunk
  }
}

async function excerptOf(
  log: string,
  { evidence }: Explanation,
  secrets: readonly string[],
): Promise<Excerpt> {
  const wanted = evidence.flatMap(({ line }) => line ?? [])
  const reader = new ExcerptReader({ secrets, wanted })
  for await (const chunk of unzipped(createReadStream(log))) reader.push(chunk)
  return reader.end()
}

/** The log, or the log in the folder of a run. */
function logOf(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const log = isFolder ? join(path, 'worker.log') : path
  const found = statSync(log, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return log
  throw new UsageError(
    `--ask reads a log twice, and ${log} is not a regular file. Pipe it in: … | mayday explain --ask AGENT -`,
  )
}
