/** What the plugin's hook costs an agent, which waits for it: at the end of a session, and at the start of the next. */
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compare, measure, type Measured } from './measure.ts'
import type { Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const script = fileURLToPath(new URL('../plugin/hooks/hook.sh', import.meta.url))

const TIMES = 20
const RECORDED_WITHIN_MS = 20_000

export async function hookRows(): Promise<readonly Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'mayday-hook-'))
  try {
    const hook = installed(home)
    return [
      await rowOf('the hook at the end of a session', 'sh -c :', async () => {
        hook.forget()
        const ended = await hook.end()
        await hook.recorded()
        return ended
      }),
      await rowOf('the hook at a start without news', 'sh -c :', async () => {
        hook.forget()
        return expectText(await hook.start(), '')
      }),
      await rowOf('the hook at a start with news', 'node -e 0', async () => {
        hook.forget()
        await hook.end()
        await hook.recorded()
        return expectText(await hook.start(), 'ended with USAGE_LIMIT')
      }),
    ]
  } finally {
    await rm(home, { recursive: true })
  }
}

/** What a hook costs that does nothing, and one that is a program of Node. */
const BESIDE = { 'sh -c :': ['sh', '-c', ':'], 'node -e 0': [process.execPath, '-e', '0'] } as const

async function rowOf(what: string, name: keyof typeof BESIDE, once: () => Promise<Measured>): Promise<Row> {
  const [program, ...args] = BESIDE[name]
  const { ours, beside } = await compare(TIMES, once, () => measure(program, args))
  return {
    what,
    ours: `${ours.ms.toFixed(0)} ms`,
    beside: `${name} ${beside.ms.toFixed(0)} ms`,
    ratio: `+${(ours.ms - beside.ms).toFixed(0)} ms`,
    goal: 'under 100 ms',
  }
}

/** A figure that is not about the right answer is worth nothing. */
function expectText(measured: Measured, text: string): Measured {
  const { output } = measured
  if (text === '' ? output !== '' : !output.includes(text))
    throw new Error(`expected '${text}', and the hook said '${output}'`)
  return measured
}

type Hook = {
  readonly start: () => Promise<Measured>
  readonly end: () => Promise<Measured>
  /** Resolves when the detached process has kept the ending. */
  readonly recorded: () => Promise<void>
  readonly forget: () => void
}

/** The plugin's script as `mayday connect` installs it, and a session that it is called for. */
function installed(home: string): Hook {
  const folder = join(home, 'plugin')
  const cwd = join(home, 'project')
  for (const one of [folder, cwd]) mkdirSync(one)
  copyFileSync(script, join(folder, 'hook.sh'))
  writeFileSync(join(folder, 'mayday'), `${process.execPath}\n${mayday}\n`)
  const state = join(home, 'state')
  const transcript = writeSession(home, cwd)
  const call = (word: 'start' | 'end', event: object): Promise<Measured> => {
    const path = join(home, `${word}.json`)
    writeFileSync(path, JSON.stringify({ ...event, cwd }))
    const variables = [`HOME=${home}`, `MAYDAY_STATE=${state}`, `XDG_CONFIG_HOME=${home}/.config`]
    const command = 'exec sh "$0" "$1" <"$2"'
    return measure('env', [...variables, 'sh', '-c', command, join(folder, 'hook.sh'), word, path])
  }
  return {
    start: () => call('start', { hook_event_name: 'SessionStart', session_id: 'next', source: 'startup' }),
    end: () =>
      call('end', { hook_event_name: 'SessionEnd', session_id: SESSION, transcript_path: transcript }),
    recorded: async () => {
      const untilMs = performance.now() + RECORDED_WITHIN_MS
      while (globSync(join(state, 'heard/*/*.json')).length === 0) {
        if (performance.now() > untilMs) throw new Error('the hook has recorded nothing')
        await pause(20)
      }
    },
    forget: () => rmSync(state, { recursive: true, force: true }),
  }
}

const SESSION = '00000000-0000-4000-8000-000000000001'

/** A session of Claude Code that has just ended at a limit. */
function writeSession(home: string, cwd: string): string {
  const folder = join(home, '.claude/projects/-p')
  const path = join(folder, `${SESSION}.jsonl`)
  const about = { cwd, sessionId: SESSION, version: '2.1.325', timestamp: new Date().toISOString() }
  const content = [{ type: 'text', text: "You've hit your 5-hour limit · resets 1pm (UTC)" }]
  const records = [
    { ...about, type: 'user', message: { role: 'user', content: 'Port the parser.' } },
    {
      ...about,
      type: 'assistant',
      isApiErrorMessage: true,
      error: 'rate_limit',
      message: { type: 'message', role: 'assistant', model: '<synthetic>', content },
    },
  ]
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return path
}
