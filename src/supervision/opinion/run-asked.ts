import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openProcesses } from '../processes/open-processes.ts'
import { RUN_PATH_VARIABLE } from '../processes/processes.ts'
import type { Environment } from '../run-folder.ts'
import { stopTree } from '../stop.ts'
import type { Asker } from './askers.ts'

export type AskedRun = {
  readonly output: Buffer
  /** The agent's standard error. */
  readonly complaint: string
  readonly exitCode: number | null
  readonly ending: 'exit' | 'timeout' | 'interrupted' | 'not-started'
}

export type AskRequest = {
  readonly asker: Asker
  /** The full path of the program. */
  readonly program: string
  /** More arguments from the user, such as the model. */
  readonly args: readonly string[]
  readonly env: Environment
  readonly question: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** No valid answer is longer. The rest is dropped. */
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024
const MOST_COMPLAINT_CHARS = 64 * 1024

/** Runs the agent in an empty private folder. After this returns, neither its processes nor the folder exist. */
export async function runAsked(request: AskRequest): Promise<AskedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'mayday-ask-'))
  try {
    for (const [name, text] of Object.entries(request.asker.files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return await runIn(folder, request)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runIn(folder: string, request: AskRequest): Promise<AskedRun> {
  const { [RUN_PATH_VARIABLE]: around = '' } = request.env
  const id = `ask-${randomUUID()}`
  const tag = around === '' ? id : `${around}/${id}`
  try {
    return await answerOf(folder, tag, request)
  } finally {
    await stopTree({ processes: openProcesses(), wrapper: null, tag, graceMs: 0, force: true })
  }
}

function answerOf(folder: string, tag: string, request: AskRequest): Promise<AskedRun> {
  const { asker, program, args, env, question, timeoutMs, signal } = request
  return new Promise((resolve) => {
    const child = spawn(program, [...asker.words, ...args], {
      cwd: folder,
      env: { ...env, ...asker.env, PWD: folder, [RUN_PATH_VARIABLE]: tag },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    const output: Buffer[] = []
    let [kept, complaint] = [0, '']
    const end = (ending: AskedRun['ending'], exitCode: number | null = null): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ output: Buffer.concat(output), complaint, exitCode, ending })
    }
    const interrupt = (): void => end('interrupted')
    const timer = setTimeout(end, timeoutMs, 'timeout')
    signal.addEventListener('abort', interrupt)
    child.stdout.on('data', (chunk: Buffer) => {
      if (kept < MOST_OUTPUT_BYTES) output.push(chunk)
      kept += chunk.length
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < MOST_COMPLAINT_CHARS) complaint += chunk.toString()
    })
    child.once('error', ({ message }) => {
      complaint = message
      end('not-started')
    })
    child.once('close', (code) => end('exit', code))
    // An agent that exits without reading its question says why in its output.
    child.stdin.on('error', () => undefined)
    child.stdin.end(question)
  })
}
