/**
 * The scripted agent: a separate program, which nothing imports. It does what its script says, as an agent would. The
 * script is the file of `--script=FILE`, else JSON in `MAYDAY_AGENT_SCRIPT`. The prompt is the other arguments, else
 * the file that `MAYDAY_PROMPT_FILE` names, else standard input if that is a file.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  fstatSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { AgentMatch, AgentScript, AgentStep } from './agent-script.ts'

const BAD_SCRIPT = 64
const FLAG = '--script='

const words = process.argv.slice(2)
const attempt = Number(process.env['MAYDAY_ATTEMPT'] ?? 1)

function readScript(): AgentScript {
  const file = words.find((word) => word.startsWith(FLAG))?.slice(FLAG.length)
  const script: AgentScript = JSON.parse(
    file === undefined ? (process.env['MAYDAY_AGENT_SCRIPT'] ?? '') : readFileSync(file, 'utf8'),
  )
  return script
}

function readPrompt(): string {
  const given = words.filter((word) => !word.startsWith(FLAG)).join(' ')
  if (given !== '') return given
  const file = process.env['MAYDAY_PROMPT_FILE']
  if (file !== undefined) return readFileSync(file, 'utf8')
  return fstatSync(0).isFile() ? readFileSync(0, 'utf8') : ''
}

const prompt = readPrompt()

const filled = (text: string): string =>
  text.replaceAll('{prompt}', () => prompt).replaceAll('{attempt}', String(attempt))

const holds = (match: AgentMatch): boolean =>
  prompt.includes(match.prompt ?? '') &&
  attempt >= (match.attempt ?? 0) &&
  (match.file === undefined || existsSync(match.file))

/** Waits forever, until a signal ends it. */
const hang = async (): Promise<never> => {
  for (;;) await wait(60_000)
}

async function perform(step: AgentStep): Promise<void> {
  switch (step.kind) {
    case 'print':
      // Written synchronously and completely: a kill right after it must not lose it.
      writeSync(step.to === 'stderr' ? 2 : 1, filled(step.text))
      return
    case 'write':
      return writeFileSync(step.path, filled(step.text))
    case 'append':
      return appendFileSync(step.path, filled(step.text))
    case 'replace':
      return writeFileSync(
        step.path,
        readFileSync(step.path, 'utf8').replaceAll(step.find, () => step.by),
      )
    case 'delete':
      return rmSync(step.path, { recursive: true })
    case 'run':
      spawnSync('sh', ['-c', step.command], { stdio: 'inherit' })
      return
    case 'spawn':
      spawn('sh', ['-c', step.command], { stdio: 'ignore', detached: step.inOwnSession === true }).unref()
      return
    case 'read-input':
      readFileSync(0)
      return
    case 'wait':
      return wait(step.ms)
    case 'spin':
      for (const end = Date.now() + step.ms; Date.now() < end;);
      return
    case 'ignore':
      process.on(step.signal, () => {})
      return
    case 'hang':
      return hang()
    case 'exit':
      return process.exit(step.code)
    case 'signal':
      process.kill(process.pid, step.signal)
      // The script itself may ignore the signal. Otherwise it ends the process within this time.
      return wait(100)
    case 'when':
      return performAll(holds(step.match) ? step.steps : (step.otherwise ?? []))
    case 'repeat':
      for (let n = 0; n < step.times; n += 1) await performAll(step.steps)
      return
    default:
      throw new Error(`${JSON.stringify(step)} is no step that it knows`)
  }
}

async function performAll(steps: readonly AgentStep[]): Promise<void> {
  for (const step of steps) await perform(step)
}

async function main(): Promise<void> {
  try {
    await performAll(readScript().steps)
    process.exit(0)
  } catch (error) {
    writeSync(2, `The scripted agent cannot go on: ${String(error)}\n`)
    process.exit(BAD_SCRIPT)
  }
}

void main()
