/**
 * What `mayday hook` does while the agent waits for it.
 *
 * H1 It never fails the agent: it always exits with 0 and prints no error. The exit code 2 would keep Claude Code from
 * stopping.
 * H2 It answers immediately. A detached process reads the session, because Claude Code kills its hooks soon after its
 * end.
 * H3 In a run of Mayday it does nothing: Mayday already knows the run.
 * H4 It loads little: this file and its imports are a separate bundle.
 */
import { spawn } from 'node:child_process'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'
import { parseEvent, writeEvent, type HookEvent } from './hook-event.ts'
import { tellStart } from './tell-start.ts'

/** A larger event is ignored. */
const MOST_BYTES = 1024 * 1024

/** The hook does not wait for an agent that never closes the input. */
const PATIENCE_MS = 2000

export type HookStreams = {
  readonly input: AsyncIterable<Uint8Array>
  readonly out: (text: string) => void
}

export async function hearEvent({ input, out }: HookStreams): Promise<void> {
  if (process.stdin.isTTY) return out('Agents start this command. To connect one: mayday connect\n')
  const event = await readEvent(input)
  if (event === null) return
  if (event.kind === 'start') return tellStart(event, out)
  await goOnDetached(event)
}

/** Null for everything that the hook ignores. */
export async function readEvent(input: AsyncIterable<Uint8Array>): Promise<HookEvent | null> {
  const event = parseEvent(await readInput(input))
  return (process.env[RUN_PATH_VARIABLE] ?? '') === '' ? event : null
}

async function readInput(input: AsyncIterable<Uint8Array>): Promise<string> {
  const timer = setTimeout(() => process.exit(0), PATIENCE_MS)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    // The rest is read too: the agent must be able to write the whole event.
    if (bytes <= MOST_BYTES) chunks.push(chunk)
  }
  clearTimeout(timer)
  return bytes > MOST_BYTES ? '' : Buffer.concat(chunks).toString()
}

/** H2. The event goes through a pipe: other users can read the arguments of a process. */
async function goOnDetached(event: HookEvent): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'hook', '--record'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await new Promise<void>((resolve) => {
    child.on('error', () => resolve())
    child.stdin.on('error', () => resolve())
    child.stdin.end(writeEvent(event), resolve)
  })
  child.unref()
}
