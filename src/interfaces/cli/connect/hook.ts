/**
 * `mayday hook`, which agents start at events of a session.
 *
 * H1 It never fails the agent: whatever happens, it exits with 0 and complains about nothing. An exit code of 2 would
 * keep Claude Code from stopping. H2 It answers at once. A session is read by a process of its own session, because
 * Claude Code kills its hooks a moment after it has ended. H3 In a run of Mayday it does nothing: Mayday knows already.
 */
import { spawn } from 'node:child_process'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'
import type { Screen } from '../command.ts'
import { parseEvent, type HookEvent } from './hook-event.ts'

/** A larger event is ignored. */
const MOST_BYTES = 1024 * 1024

/** An agent that never closes the input is not waited for. */
const PATIENCE_MS = 2000

export async function runHook({ record }: { readonly record: boolean }, screen: Screen): Promise<number> {
  try {
    await answer(record, screen)
  } catch {
    // H1. `mayday connect` shows when a hook was last heard, so silence is seen there.
  }
  return 0
}

async function answer(isDetached: boolean, screen: Screen): Promise<void> {
  if (process.stdin.isTTY) return screen.out('Agents start this command. To connect one: mayday connect\n')
  const event = parseEvent(await readInput(screen.input))
  if (event === null || (process.env[RUN_PATH_VARIABLE] ?? '') !== '') return
  if (isDetached) return (await import('./record-ending.ts')).recordEnding(event)
  if (event.kind === 'start') return (await import('./tell-start.ts')).tellStart(event, screen)
  await goOnDetached(event)
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
async function goOnDetached({ session, transcript, cwd, kind }: HookEvent): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'hook', '--record'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const names = { start: 'SessionStart', failure: 'StopFailure', end: 'SessionEnd' } as const
  const told = { hook_event_name: names[kind], session_id: session, transcript_path: transcript, cwd }
  await new Promise<void>((resolve) => {
    child.on('error', () => resolve())
    child.stdin.on('error', () => resolve())
    child.stdin.end(JSON.stringify(told), resolve)
  })
  child.unref()
}
