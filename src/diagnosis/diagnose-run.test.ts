import { describe, expect, it, test } from 'vitest'
import { SignalReader } from '../../tests/knowing-agents.ts'
import type { DiagnoseInput } from './diagnosis.ts'
import { diagnose } from './diagnose.ts'
import { diagnoseRun } from './diagnose-run.ts'
import type { Stage } from '../reasons/stages.ts'

const RETRYING = `{"type":"system","subtype":"init","session_id":"5f0c3a52-0d4c-4b1e-9a55-0a1e7b3c9d11","model":"claude-sonnet-4-5","tools":[]}
{"type":"system","subtype":"api_retry","attempt":4,"max_retries":10,"retry_delay_ms":30000,"error_status":429,"error":"rate_limit","session_id":"5f0c3a52-0d4c-4b1e-9a55-0a1e7b3c9d11"}
`

function stage(
  name: Stage,
  output: string,
  ending: DiagnoseInput['ending'] & object,
): DiagnoseInput & { readonly stage: Stage } {
  const reader = new SignalReader({ stage: name })
  reader.push(Buffer.from(output))
  const exitCode = ending.kind === 'exit' ? ending.code : null
  const endSignal = ending.kind === 'signal' ? ending.signal : null
  return { ...reader.end(exitCode), ending, exitCode, endSignal }
}

const exit = (code: number): { kind: 'exit'; code: number } => ({ kind: 'exit', code })
const noChanges = { expectChanges: false, changedFiles: null } as const

describe('the verdict on a run', () => {
  it('takes the stage that ranks first', () => {
    const { run } = diagnoseRun({
      stages: [stage('agent_run', '', exit(1)), stage('final_test', '=== 1 failed in 0.1s ===\n', exit(1))],
      ...noChanges,
    })
    expect(run).toMatchObject({ reason: 'TESTS_FAILED', stage: 'final_test' })
    expect(run.alternatives.map(({ reason }) => reason)).toContain('UNKNOWN')
  })

  it('is a stall if the agent only stopped', () => {
    const { run } = diagnoseRun({
      stages: [stage('agent_run', 'thinking\n', { kind: 'stopped', by: 'idle' })],
      ...noChanges,
    })
    expect(run).toMatchObject({ reason: 'STALLED', rule: 'mayday.no-progress', confidence: 'high' })
  })

  it('is a loop if the agent repeats one command', () => {
    const call = { type: 'tool_use', name: 'Bash', input: { command: 'npm test' } }
    const calls = Array.from({ length: 30 }, (_, n) =>
      JSON.stringify({
        type: 'assistant',
        message: { content: [{ ...call, id: `t${n}` }] },
        session_id: 's',
      }),
    )
    const loop = `${calls.join('\n')}\n`
    const ended = (by: 'idle' | 'timeout'): unknown =>
      diagnoseRun({ stages: [stage('agent_run', loop, { kind: 'stopped', by })], ...noChanges }).run
    expect(ended('idle')).toMatchObject({ reason: 'CIRCULAR_FIX', rule: 'mayday.loop' })
    expect(ended('timeout')).toMatchObject({ reason: 'TIMEOUT' })
  })

  it('names the problem that a stopped agent had', () => {
    const { run } = diagnoseRun({
      stages: [stage('agent_run', RETRYING, { kind: 'stopped', by: 'timeout' })],
      ...noChanges,
    })
    expect(run).toMatchObject({ reason: 'RATE_LIMITED', ending: { kind: 'stopped', by: 'timeout' } })
    expect(run.alternatives.map(({ reason }) => reason)).toContain('TIMEOUT')
  })

  it('distinguishes a crash from an out-of-memory kill', () => {
    const killed = stage('agent_run', 'working\n', { kind: 'signal', signal: 'SIGKILL' })
    expect(diagnoseRun({ stages: [killed], ...noChanges }).run.reason).toBe('WORKER_CRASHED')
    const own = diagnoseRun({ stages: [{ ...killed, memoryProof: 'own' }], ...noChanges }).run
    expect(own).toMatchObject({ reason: 'OUT_OF_MEMORY', confidence: 'high' })
    const machine = diagnoseRun({ stages: [{ ...killed, memoryProof: 'machine' }], ...noChanges }).run
    expect(machine).toMatchObject({ reason: 'OUT_OF_MEMORY', confidence: 'medium' })
  })

  it('blames memory for a killed child only with proof', () => {
    const killed = stage('agent_run', 'working\nKilled\n', exit(1))
    const judged = (memoryProof?: 'own' | 'machine'): unknown =>
      diagnoseRun({ stages: [memoryProof === undefined ? killed : { ...killed, memoryProof }], ...noChanges })
        .run
    expect(judged()).toMatchObject({ reason: 'WORKER_CRASHED', rule: 'tool.killed', confidence: 'medium' })
    expect(judged('machine')).toMatchObject({ reason: 'OUT_OF_MEMORY', confidence: 'medium' })
    expect(judged('own')).toMatchObject({ reason: 'OUT_OF_MEMORY', confidence: 'high' })
  })

  it('ignores a failure marker if verify passes', () => {
    const claimed = stage('agent_run', 'I could not.\n[MAYDAY_FAILURE:TESTS_FAILED]\n', exit(0))
    expect(diagnoseRun({ stages: [claimed], ...noChanges }).run.reason).toBe('TESTS_FAILED')
    const verify = stage('final_test', '=== 3 passed in 0.1s ===\n', exit(0))
    expect(diagnoseRun({ stages: [claimed, verify], ...noChanges }).run.reason).toBeNull()
  })

  it('requires changes if changes are expected', () => {
    const done = stage('agent_run', 'All done.\n', exit(0))
    expect(diagnoseRun({ stages: [done], expectChanges: true, changedFiles: [] }).run.reason).toBe(
      'NO_CHANGES',
    )
    expect(diagnoseRun({ stages: [done], expectChanges: true, changedFiles: ['a'] }).run.reason).toBeNull()
    expect(diagnoseRun({ stages: [done], expectChanges: true, changedFiles: null }).run.reason).toBeNull()
  })

  it('fails a worker that disappeared without a status', () => {
    const lost = stage('agent_run', 'working\n', { kind: 'lost' })
    expect(diagnoseRun({ stages: [lost], ...noChanges }).run).toMatchObject({
      reason: 'WORKER_CRASHED',
      rule: 'ending.lost',
    })
  })
})

test('an agent that did not exit is judged by its result', () => {
  const done = { kind: 'stopped', by: 'done' } as const
  const told = (...lines: readonly object[]): string | null => {
    const reader = new SignalReader({ agent: 'claude', stage: 'agent_run' })
    reader.push(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
    return diagnose({ ...reader.end(143), ending: done, exitCode: 143 }).reason
  }
  const says = (text: string): object => ({
    type: 'assistant',
    message: { id: text, content: [{ type: 'text', text }] },
    session_id: 's',
  })
  const result = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', total_cost_usd: 0 }
  expect(told(says('Done.'), result)).toBeNull()
  expect(told(says('[MAYDAY_FAILURE:TESTS_FAILED]'), result)).toBe('TESTS_FAILED')
  expect(told(says('Hm.'), { ...result, subtype: 'error_max_turns', is_error: true })).toBe('MAX_TURNS')
})

test('a Gemini that is stopped while retrying was limited', () => {
  const init = { type: 'init', timestamp: '2026-11-15T10:00:00Z', session_id: 's', model: 'm' }
  const reader = new SignalReader({ agent: 'gemini', stage: 'agent_run' })
  const quota = 'You exceeded your current quota, please check your plan and billing details.'
  reader.push(Buffer.from(`${JSON.stringify(init)}\nAttempt 1 failed: ${quota}. Retrying after 5831ms...\n`))
  reader.push(Buffer.from(`Attempt 2 failed: ${quota}\nPlease retry in 2s.\n`))
  expect(reader.notes.activity().retrying).toMatchObject({ status: 429, attempt: 2 })
  const ending = { kind: 'stopped', by: 'timeout' } as const
  const { reason, evidence } = diagnose({ ...reader.end(), ending })
  expect([reason, evidence[0]?.at?.line, evidence[0]?.detail.retry]).toEqual([
    'RATE_LIMITED',
    3,
    { attempt: 2 },
  ])
})

describe('the verdict on a benchmark attempt', () => {
  const killed = stage('agent_run', '', { kind: 'signal', signal: 'SIGKILL' })
  const passes = stage('final_test', '=== 4 passed in 0.1s ===\n', exit(0))
  const fails = stage('final_test', '=== 1 failed in 0.1s ===\n', exit(1))

  it('is left to tests after an unspecific exit', () => {
    const stages = [stage('agent_run', '', exit(7)), passes]
    const { run } = diagnoseRun({ stages, isBench: true, ...noChanges })
    expect(run).toMatchObject({ reason: null, stage: 'final_test' })
    expect(run.alternatives).toMatchObject([{ reason: 'UNKNOWN' }])
    expect(diagnoseRun({ stages, ...noChanges }).run.reason).toBe('UNKNOWN')
  })

  it('ranks its stages by the bench precedence', () => {
    const stages = [killed, fails]
    expect(diagnoseRun({ stages, isBench: true, ...noChanges }).run.reason).toBe('TESTS_FAILED')
    expect(diagnoseRun({ stages, ...noChanges }).run.reason).toBe('WORKER_CRASHED')
  })

  it('keeps a time limit even if the tests pass', () => {
    const late = stage('agent_run', '', { kind: 'stopped', by: 'timeout' })
    const { run } = diagnoseRun({ stages: [late, passes], isBench: true, ...noChanges })
    expect(run).toMatchObject({ reason: 'TIMEOUT', stage: 'agent_run' })
  })
})
