import { DatabaseSync } from 'node:sqlite'
import { reasonNames } from '../src/reasons/reason.ts'
import { uuidv7 } from '../src/record/uuid.ts'

const DAYS = 730
const DAY_MS = 86_400_000
const agents = ['claude', 'codex', 'gemini', 'opencode', null]
const command = 'claude -p "fix the login test" --output-format stream-json --verbose'

const RUN_COLUMNS =
  'number,id,task,attempt,status,reason,stage,flow,phase,agent,command,cwd,branch,base_commit,log_path,started_at,ended_at,duration_ms,ending,ending_detail,exit_code,summary,turns,cost_usd,tokens,session_id,model,changed_files,stages'

/** Two years of recorded runs, written past the store's own calls: those would take an hour. */
export function fillStore(path: string, runs: number): void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA synchronous=OFF; BEGIN')
  const marks = RUN_COLUMNS.split(',').map(() => '?')
  const task = db.prepare('INSERT INTO tasks (number, id, title, created_at) VALUES (?, ?, ?, ?)')
  const run = db.prepare(`INSERT INTO runs (${RUN_COLUMNS}) VALUES (${marks.join(',')})`)
  const verdict = db.prepare(
    'INSERT INTO diagnoses (run, classifier, reason, stage, rule, confidence, diagnosis, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const first = Date.now() - DAYS * DAY_MS
  let state = 12_345
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff
  for (let number = 1; number <= runs; number += 1) {
    const startedMs = first + Math.floor((DAYS * DAY_MS * number) / runs)
    const startedAt = new Date(startedMs).toISOString()
    const durationMs = Math.floor(random() * 3_600_000)
    const endedAt = new Date(startedMs + durationMs).toISOString()
    const failed = random() < 0.4
    const reason = failed ? (reasonNames[Math.floor(random() * random() * reasonNames.length)] ?? null) : null
    const status = failed ? 'failed' : number % 50 === 0 ? 'canceled' : 'succeeded'
    const id = uuidv7(startedMs)
    const code = failed ? 1 : 0
    const stages = [
      {
        stage: 'agent_run',
        command,
        startedAt,
        endedAt,
        durationMs,
        from: 0,
        to: 1000,
        ending: { kind: 'exit', code },
        exitCode: code,
        endSignal: null,
        reason,
      },
    ]
    const diagnosis = {
      reason,
      stage: 'agent_run',
      confidence: 'high',
      rule: 'agent.turn-limit',
      evidence: [
        {
          source: 'typed',
          file: 'worker.log',
          line: 12,
          byteOffset: 100,
          excerpt: 'the line that proves it',
        },
      ],
      alternatives: [],
      circular: false,
      classifier: 'mayday-1',
    }
    task.run(number, id.replace(/^./, 'f'), `Fix the login test number ${number}`, startedAt)
    run.run(
      number,
      id,
      number,
      1,
      status,
      reason,
      'agent_run',
      ['implement', 'review', 'research'][number % 3] ?? '',
      number % 10 === 0 ? `${number % 40}-01` : null,
      agents[number % 5] ?? null,
      command,
      '/home/dev/shop',
      `task/${number % 2000}`,
      'a'.repeat(40),
      `logs/20260101/${id}`,
      startedAt,
      endedAt,
      durationMs,
      'exit',
      String(code),
      code,
      'exit code 1',
      30,
      1.25,
      120_000,
      id,
      'claude-sonnet-4-5',
      '["src/cart.ts"]',
      JSON.stringify(stages),
    )
    verdict.run(
      number,
      'mayday-1',
      reason,
      'agent_run',
      'agent.turn-limit',
      'high',
      JSON.stringify(diagnosis),
      startedAt,
    )
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}
