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
import * as v from 'valibot'
import { misfitIn } from '../record/schema.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { agentScriptSchema } from './agent-script-schema.ts'
import type { AgentMatch, AgentScript, AgentStep } from './agent-script.ts'

const BAD_SCRIPT = 64
const FLAG = '--script='

const words = process.argv.slice(2)
const attempt = Number(process.env['MAYDAY_ATTEMPT'] ?? 1)

function readScript(): AgentScript {
  const file = words.find((word) => word.startsWith(FLAG))?.slice(FLAG.length)
  const text = file === undefined ? (process.env['MAYDAY_AGENT_SCRIPT'] ?? '') : readFileSync(file, 'utf8')
  const found: unknown = JSON.parse(text)
  if (v.is(agentScriptSchema, found)) return found
  throw new Error(`its script is wrong: ${misfitIn(agentScriptSchema, found)}`)
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

type StepOf<Kind> = Extract<AgentStep, { readonly kind: Kind }>

const performers: {
  readonly [Kind in AgentStep['kind']]: (step: StepOf<Kind>) => void | Promise<void>
} = {
  // Written synchronously and completely: a kill right after it must not lose it.
  print: ({ to, text }) => void writeSync(to === 'stderr' ? 2 : 1, filled(text)),
  write: ({ path, text }) => writeFileSync(path, filled(text)),
  append: ({ path, text }) => appendFileSync(path, filled(text)),
  replace: ({ path, find, by }) =>
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(find, () => by),
    ),
  delete: ({ path }) => rmSync(path, { recursive: true }),
  run: ({ command }) => void spawnSync('sh', ['-c', command], { stdio: 'inherit' }),
  spawn: ({ command, inOwnSession }) =>
    spawn('sh', ['-c', command], { stdio: 'ignore', detached: inOwnSession === true }).unref(),
  'read-input': () => void readFileSync(0),
  wait: ({ ms }) => wait(ms),
  spin: ({ ms }) => {
    for (const end = Date.now() + ms; Date.now() < end;);
  },
  ignore: ({ signal }) => void process.on(signal, () => {}),
  hang,
  exit: ({ code }) => process.exit(code),
  signal: ({ signal }) => {
    process.kill(process.pid, signal)
    // The script itself may ignore the signal. Otherwise it ends the process within this time.
    return wait(100)
  },
  when: ({ match, steps, otherwise = [] }) => performAll(holds(match) ? steps : otherwise),
  repeat: async ({ times, steps }) => {
    for (let n = 0; n < times; n += 1) await performAll(steps)
  },
}

function perform<Kind extends AgentStep['kind']>(step: StepOf<Kind>): void | Promise<void> {
  return performers[step.kind](step)
}

async function performAll(steps: readonly AgentStep[]): Promise<void> {
  for (const step of steps) await perform(step)
}

async function main(): Promise<void> {
  try {
    await performAll(readScript().steps)
    process.exit(0)
  } catch (error) {
    writeSync(2, `The scripted agent cannot continue: ${String(error)}\n`)
    process.exit(BAD_SCRIPT)
  }
}

void main()
