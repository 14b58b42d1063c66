/** A home folder with sessions in the shapes in which the agents keep them. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freshFolder, mayday, type Finished, type FreshFolder } from './run-mayday.ts'

/** Long ago: no session of these is being written. */
const WHEN = '2026-11-16T10:00:00.000Z'

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export type SessionHome = AsyncDisposable & {
  readonly home: FreshFolder
  /** The folder that the sessions worked in. */
  readonly project: FreshFolder
  readonly env: Record<string, string>
  /** Writes a file below the home folder that has not changed for long. */
  readonly write: (name: string, content: string) => string
  readonly claude: (number: number, ...records: readonly object[]) => string
  readonly codex: (number: number, ...records: readonly object[]) => string
  readonly run: (...args: readonly string[]) => Promise<Finished>
}

export async function sessionHome(): Promise<SessionHome> {
  const home = await freshFolder()
  const project = await freshFolder()
  const env = {
    HOME: home.path,
    XDG_CACHE_HOME: home.file('.cache'),
    XDG_DATA_HOME: home.file('.local/share'),
  }
  const write = (name: string, content: string): string => {
    const path = home.file(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    utimesSync(path, new Date(WHEN), new Date(WHEN))
    return path
  }
  return {
    home,
    project,
    env,
    write,
    claude: (number, ...records) =>
      write(
        `.claude/projects/-p/${uuid(number)}.jsonl`,
        lines(records.map((one) => inClaude(one, project.path))),
      ),
    codex: (number, ...records) =>
      write(
        `.codex/sessions/2026/11/16/rollout-2026-11-16T10-00-00-${uuid(number)}.jsonl`,
        lines([codexEvent('session_meta', { id: uuid(number), cwd: project.path }), ...records]),
      ),
    run: (...args) => mayday(args, { cwd: project.path, env }),
    [Symbol.asyncDispose]: async () => {
      await home[Symbol.asyncDispose]()
      await project[Symbol.asyncDispose]()
    },
  }
}

export const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

const inClaude = (record: object, cwd: string): object => ({
  parentUuid: 'p',
  isSidechain: false,
  timestamp: WHEN,
  cwd,
  sessionId: 's',
  version: '2.1.325',
  gitBranch: 'main',
  ...record,
})

/** Records of Claude Code. */
export const asked = (content: string, more: object = {}): object => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

const message = (content: readonly object[], stop_reason: string): object => ({
  id: `msg_${JSON.stringify(content)}`,
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  content,
  stop_reason,
  usage: { input_tokens: 100, output_tokens: 20 },
})

export const answered = (text: string, more: object = {}): object => ({
  type: 'assistant',
  message: message([{ type: 'text', text }], 'end_turn'),
  ...more,
})

export const called = (command: string): object => ({
  type: 'assistant',
  message: message([{ type: 'tool_use', id: 't-1', name: 'Bash', input: { command } }], 'tool_use'),
})

export const limited = (text = "You've hit your 5-hour limit · resets 1pm (UTC)"): object => ({
  type: 'assistant',
  isApiErrorMessage: true,
  error: 'rate_limit',
  message: { ...message([{ type: 'text', text }], 'stop_sequence'), model: '<synthetic>' },
})

export const interrupted: object = {
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
}

/** Records of Codex. */
const codexEvent = (type: string, payload: object): object => ({ timestamp: WHEN, type, payload })

export const codexTurn = (prompt: string, end: object): readonly object[] => [
  codexEvent('event_msg', { type: 'task_started', turn_id: 't' }),
  codexEvent('turn_context', { model: 'gpt-5.5' }),
  codexEvent('event_msg', { type: 'user_message', message: prompt }),
  codexEvent('event_msg', end),
]

export const codexDone = { type: 'task_complete', last_agent_message: 'Done.' }

export const codexFailed = (message: string, codex_error_info: string): object => ({
  type: 'task_complete',
  last_agent_message: null,
  error: { message, codex_error_info },
})

/** A session of Cline that ended with this error. */
export function writeCline({ write, project }: SessionHome, error: string): void {
  const id = '1794823200000_abcde'
  const about = { session_id: id, pid: 2, status: 'failed', started_at: WHEN, ended_at: WHEN }
  const says = (role: string, text: string, more: object = {}): object => ({
    role,
    content: [{ type: 'text', text }],
    ts: Date.parse(WHEN),
    ...more,
  })
  const messages = [
    says('user', '<user_input mode="act">Fix it.</user_input>'),
    says('assistant', error, { metadata: { displayOnly: true, displayRole: 'error' } }),
  ]
  const path = `.cline/data/sessions/${id}/${id}`
  write(`${path}.json`, JSON.stringify({ ...about, cwd: project.path, prompt: 'Fix it.' }))
  write(`${path}.messages.json`, JSON.stringify({ version: 1, messages }))
}

/** A database like that of OpenCode, or of Kilo Code, with one session. */
export function writeOpencode(
  { home, project }: SessionHome,
  error: object | null,
  name: 'opencode' | 'kilo' = 'opencode',
): string {
  const path = join(home.path, `.local/share/${name}/${name}.db`)
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  db.exec(`
    CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, cost REAL, tokens_input INT, tokens_output INT, time_updated INT);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
  `)
  const at = Date.parse(WHEN)
  db.prepare('INSERT INTO session VALUES (?, NULL, ?, 0.5, 100, 20, ?)').run('ses_1', project.path, at)
  const say = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
  const add = db.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
  say.run('m1', 'ses_1', at, at, JSON.stringify({ role: 'user', model: { modelID: 'scripted' } }))
  add.run('p1', 'm1', 'ses_1', at, at, JSON.stringify({ type: 'text', text: '"Fix it."' }))
  say.run(
    'm2',
    'ses_1',
    at + 1,
    at + 9,
    JSON.stringify({ role: 'assistant', ...(error === null ? {} : { error }) }),
  )
  const parts = [
    { type: 'step-start' },
    { type: 'text', text: 'Done.' },
    { type: 'step-finish', reason: 'stop' },
  ]
  const told = error === null ? parts : parts.slice(0, 1)
  for (const [n, part] of told.entries())
    add.run(`p${n + 2}`, 'm2', 'ses_1', at + 2 + n, at + 2 + n, JSON.stringify(part))
  db.close()
  return path
}

/** A database like Goose's, with one session of these messages. */
export function writeGoose(
  { home, project }: SessionHome,
  messages: readonly (readonly [role: string, text: string])[],
): void {
  const path = join(home.path, '.local/share/goose/sessions/sessions.db')
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  db.exec(`
    CREATE TABLE sessions (id TEXT, working_dir TEXT, updated_at TEXT, accumulated_cost REAL, accumulated_total_tokens INT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INT, metadata_json TEXT);
  `)
  db.prepare('INSERT INTO sessions VALUES (?, ?, ?, NULL, 120)').run(
    '20261116_1',
    project.path,
    '2026-11-16 10:00:00',
  )
  const add = db.prepare('INSERT INTO messages VALUES (NULL, ?, ?, ?, ?, ?)')
  for (const [role, text] of messages)
    add.run('20261116_1', role, JSON.stringify([{ type: 'text', text }]), Date.parse(WHEN) / 1000, '{}')
  db.close()
}
