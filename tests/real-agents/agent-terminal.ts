/** A real agent in its terminal interface, in a pty that `script` makes, as a person would sit in front of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { settingsFor } from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import type { AgentRig } from './agent-rig.ts'

export const terminalAgents = ['claude', 'codex', 'gemini'] as const
export type TerminalAgent = (typeof terminalAgents)[number]

export type AgentTerminal = {
  readonly shown: () => string
  readonly type: (text: string) => void
  /** One more prompt. */
  readonly ask: (prompt: string) => Promise<void>
  /** Resolves when the screen does not change any more: the turn is over, and the agent waits for the person. */
  readonly rests: () => Promise<void>
  /** The way out that the agent offers. */
  readonly quit: () => Promise<void>
  /** The window is closed: the program gets a SIGHUP. */
  readonly close: () => Promise<void>
  readonly ended: Promise<void>
}

type Seat = {
  /** What is typed to start it with a prompt. */
  readonly words: (prompt: string, mayDoAll: boolean, url: string) => readonly string[]
  /** Questions of a first start are answered before it. */
  readonly prepare: (rig: AgentRig) => void
  readonly env?: Readonly<Record<string, string>>
  /** How somebody with a plan is logged in, where the agent tells a plan's limit only then. */
  readonly planEnv?: Readonly<Record<string, string | undefined>>
  /** A question that it asks in spite of that, and the answer. */
  readonly question?: { readonly form: RegExp; readonly answer: string }
  /** What is typed to leave, and what is typed until it has ended. */
  readonly quit: readonly [once: string, again: string]
}

const LISTENS_MS = 1500

const homeOf = ({ env }: AgentRig): string => env['HOME'] ?? ''

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const SEATS: Readonly<Record<TerminalAgent, Seat>> = {
  claude: {
    words: (prompt, mayDoAll) => [
      'claude',
      ...(mayDoAll ? ['--permission-mode', 'bypassPermissions'] : []),
      prompt,
    ],
    prepare: (rig) =>
      write(
        join(homeOf(rig), '.claude.json'),
        JSON.stringify({
          hasCompletedOnboarding: true,
          theme: 'dark',
          bypassPermissionsModeAccepted: true,
          customApiKeyResponses: {
            approved: [(rig.env['ANTHROPIC_API_KEY'] ?? '').slice(-20)],
            rejected: [],
          },
          projects: { [rig.project.path]: { hasTrustDialogAccepted: true } },
        }),
      ),
    env: { CLAUDE_CODE_MAX_RETRIES: '1' },
    planEnv: { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: 'fake-token' },
    quit: ['/exit', '\r'],
  },
  codex: {
    words: (prompt, mayDoAll, url) => [
      'codex',
      ...(settingsFor('codex', url).args ?? []),
      ...[
        'features.apps=false',
        'check_for_update_on_startup=false',
        'model_providers.scripted.request_max_retries=1',
        'model_providers.scripted.stream_max_retries=1',
      ].flatMap((setting) => ['-c', setting]),
      '--dangerously-bypass-hook-trust',
      ...(mayDoAll
        ? ['--dangerously-bypass-approvals-and-sandbox']
        : ['--ask-for-approval', 'on-request', '--sandbox', 'read-only']),
      prompt,
    ],
    prepare: (rig) => {
      const path = join(homeOf(rig), '.codex/config.toml')
      write(path, `[projects."${rig.project.path}"]\ntrust_level = "trusted"\n`)
    },
    // Columns are reached by moving the cursor, so spaces may be missing.
    question: { form: /Use\s*existing\s*model/, answer: '2\r' },
    quit: ['\u0003', '\u0003'],
  },
  gemini: {
    words: (prompt, mayDoAll) => [
      'gemini',
      '--skip-trust',
      ...(mayDoAll ? ['--approval-mode', 'yolo'] : []),
      '-m',
      'gemini-2.5-pro',
      '-i',
      prompt,
    ],
    prepare: (rig) => {
      const path = join(homeOf(rig), '.gemini/settings.json')
      const known: object = JSON.parse(readFileSync(path, 'utf8'))
      // Without this it tries a request for four minutes.
      write(path, JSON.stringify({ ...known, general: { maxAttempts: 1, retryFetchErrors: false } }))
    },
    env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
    question: { form: /Usage\s*limit\s*reached/, answer: '2\r' },
    quit: ['\u0003', '\u0003'],
  },
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Answers questions about the first start, before the plugin is installed. */
export const prepareTerminal = (rig: AgentRig, agent: TerminalAgent): void => SEATS[agent].prepare(rig)

export type SeatOptions = {
  readonly mayDoAll?: boolean
  /** Its account is a plan. */
  readonly hasPlan?: boolean
}

export function openAgentTerminal(
  rig: AgentRig,
  agent: TerminalAgent,
  prompt: string,
  { mayDoAll = true, hasPlan = false }: SeatOptions = {},
): AgentTerminal {
  const seat = SEATS[agent]
  const command = seat.words(prompt, mayDoAll, rig.server.url).map(quoted).join(' ')
  const size = 'stty rows 50 columns 160'
  const child = spawn(
    'script',
    ['--quiet', '--return', '--command', `${size}; exec ${command}`, '/dev/null'],
    {
      cwd: rig.project.path,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        TERM: 'xterm-256color',
        ...rig.env,
        ...seat.env,
        ...(hasPlan ? seat.planEnv : {}),
      },
    },
  )
  return terminalOf(child, seat)
}

function terminalOf(child: ChildProcess, { quit, question }: Seat): AgentTerminal {
  let shown = ''
  let isAsked = false
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const type = (text: string): void => void child.stdin?.write(text)
  child.stdin?.on('error', () => undefined)
  child.stdout?.on('data', (bytes: Buffer) => {
    shown += bytes.toString()
    answerTerminal(bytes.toString(), type)
    if (isAsked || question?.form.test(stripVTControlCharacters(shown)) !== true) return
    isAsked = true
    // It draws the question before it listens.
    setTimeout(() => type(question.answer), LISTENS_MS)
  })
  return {
    shown: () => stripVTControlCharacters(shown),
    type,
    // What is typed fast is taken for a paste, in which Enter is a new line.
    ask: async (prompt) => {
      type(prompt)
      await pause(LISTENS_MS)
      type('\r')
    },
    ended,
    rests: async () => {
      for (let before = -1; before !== shown.length;) {
        before = shown.length
        await pause(LISTENS_MS)
      }
    },
    quit: async () => {
      let isOver = false
      void ended.then(() => (isOver = true))
      const [once, again] = quit
      type(once)
      // A paste may swallow it, so it is typed until it is over.
      const typing = setInterval(() => type(again), 500)
      await until('its end', () => isOver).finally(() => clearInterval(typing))
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** What a terminal answers to a program that asks where the cursor is and what it can do. */
function answerTerminal(shown: string, type: (text: string) => void): void {
  if (shown.includes('\u001B[6n')) type('\u001B[1;1R')
  if (shown.includes('\u001B[c')) type('\u001B[?62;c')
}
