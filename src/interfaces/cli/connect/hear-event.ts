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
import { parseObject } from '../../../signals/json.ts'
import { parseEvent, writeEvent, type HookEvent } from './hook-event.ts'
import { tellStart } from './tell-start.ts'

/** A larger event is ignored. */
const MOST_BYTES = 1024 * 1024

/** The hook does not wait for an agent that never writes an event. */
const PATIENCE_MS = 2000

/** The wait after a complete event: an agent may still write a newline, or never close its end of the pipe. */
const CLOSING_MS = 20

export async function hearEvent(out: (text: string) => void): Promise<void> {
  if (process.stdin.isTTY) return out('Agents start this command. To connect one: mayday connect\n')
  const event = await readEvent()
  if (event === null) return
  if (event.kind === 'start') return tellStart(event, out)
  await goOnDetached(event)
}

/** Null for everything that the hook ignores. */
export async function readEvent(): Promise<HookEvent | null> {
  const event = parseEvent(await readInput())
  return (process.env[RUN_PATH_VARIABLE] ?? '') === '' ? event : null
}

/** Reads until the end of the input, or until a moment after a complete event. */
function readInput(): Promise<string> {
  const { stdin } = process
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stdin.destroy()
      resolve(bytes > MOST_BYTES ? '' : Buffer.concat(chunks).toString())
    }
    let timer = setTimeout(end, PATIENCE_MS)
    stdin.on('end', end).on('error', end)
    stdin.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      // The rest is read too: the agent must be able to write the whole event.
      if (bytes > MOST_BYTES) return
      chunks.push(chunk)
      if (!isWhole(chunks)) return
      clearTimeout(timer)
      timer = setTimeout(end, CLOSING_MS)
    })
  })
}

function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)?.toString('latin1').trimEnd() ?? ''
  return last.endsWith('}') && parseObject(Buffer.concat(chunks).toString()) !== null
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
