import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { bringTo, exampleIntent, exampleResult, exampleTask } from '../../../tests/examples/records.ts'
import type { RunRecord } from '../../record/run.ts'
import { takeSnapshot } from '../../recovery/snapshots/take-snapshot.ts'
import { RunFolder } from '../../supervision/run-folder.ts'
import { openRig, type Rig } from '../../../tests/board-rig.ts'

const AT = '2026-11-03T10:00:00.000Z'

/** A task with a run, as rows of the store. */
function taskWithRun(rig: Rig, how: 'live' | 'failed'): { readonly task: number; readonly run: RunRecord } {
  const { store } = rig.context
  const { task } = store.addTask(exampleTask({ argv: ['true'] }), AT)
  bringTo(how === 'live' ? 'running' : 'failed', task, store)
  const intent = exampleIntent({ task, logPath: `logs/20261103/${task}`, agent: 'claude' })
  const numbers = store.begin(intent)
  if (how === 'failed')
    store.finish(
      exampleResult(intent, numbers, { reason: 'TESTS_FAILED', sessionId: 's1', logPath: intent.logPath }),
    )
  const run = store.find(numbers.run)
  if (run === null) throw new Error('the run is not there')
  return { task, run }
}

test('Retry queues the task and starts it', async () => {
  await using rig = await openRig()
  const { task } = taskWithRun(rig, 'failed')
  const { status, json } = await rig.post(`/api/v1/tasks/${task}/retry`)
  expect({ status, json }).toEqual({ status: 200, json: { ok: true, said: `Task ${task} runs again.` } })
  expect(rig.launched).toEqual([['run', '--task', String(task)]])
  expect(rig.context.store.task(task)).toMatchObject({ status: 'queued', sinceRun: 1 })
  rig.context.store.claimLease(`task:${task}`, null, JSON.stringify(rig.context.processes.self()))
  expect((await rig.post(`/api/v1/tasks/${task}/retry`)).status).toBe(200)
  expect(rig.launched).toHaveLength(1)
})

test('Retry only queues if a scheduler is running', async () => {
  await using rig = await openRig()
  const { task } = taskWithRun(rig, 'failed')
  const { store, processes } = rig.context
  store.claimLease('scheduler', null, JSON.stringify(processes.self()))
  const { json } = await rig.post(`/api/v1/tasks/${task}/retry`)
  expect(json).toEqual({
    ok: true,
    said: `Task ${task} is queued again: the scheduler will start it.`,
  })
  expect(rig.launched).toEqual([])
  expect((await rig.ask('/api/v1/state')).json).toMatchObject({ holder: { pid: process.pid } })
})

test('a plain run cannot be retried, and says why', async () => {
  await using rig = await openRig()
  const intent = exampleIntent()
  const numbers = rig.context.store.begin(intent)
  rig.context.store.finish(exampleResult(intent, numbers))
  expect(await rig.post(`/api/v1/tasks/${numbers.task}/retry`)).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('plain run') } },
  })
  expect(await rig.post('/api/v1/runs/1/resume')).toMatchObject({ status: 400 })
  expect(await rig.post('/api/v1/runs/1/cancel')).toMatchObject({
    status: 409,
    json: { error: { code: 'ENDED' } },
  })
})

test('Cancel stops a live run and a waiting task', async () => {
  await using rig = await openRig()
  const { run } = taskWithRun(rig, 'live')
  const asked = await rig.post(`/api/v1/runs/${run.runId}/cancel`)
  expect(asked.json).toEqual({ ok: true, said: `Run ${run.run} is asked to stop.` })
  expect(new RunFolder(join(rig.context.project.record, run.logPath)).isCancelAsked()).toBe(true)
  const { task } = rig.context.store.addTask(exampleTask(), AT)
  expect((await rig.post(`/api/v1/tasks/${task}/cancel`)).status).toBe(200)
  expect(rig.context.store.task(task)?.status).toBe('canceled')
  expect((await rig.post(`/api/v1/tasks/${task}/cancel`)).status).toBe(409)
})

test('Skip ends a task and refuses a live one', async () => {
  await using rig = await openRig()
  const live = taskWithRun(rig, 'live')
  const failed = taskWithRun(rig, 'failed')
  expect(await rig.post(`/api/v1/tasks/${live.task}/skip`)).toMatchObject({
    status: 409,
    json: { error: { code: 'TASK_RUNNING' } },
  })
  expect((await rig.post(`/api/v1/tasks/${failed.task}/skip`)).json).toMatchObject({ ok: true })
  expect(rig.context.store.task(failed.task)?.status).toBe('skipped')
})

test('Correct changes the reason that counts at once', async () => {
  await using rig = await openRig()
  const { run } = taskWithRun(rig, 'failed')
  const path = `/api/v1/runs/${run.run}/correct`
  expect((await rig.post(path, { reason: 'STALLED', note: 'it hung' })).json).toEqual({
    ok: true,
    said: `Run ${run.run}: TESTS_FAILED is now STALLED. The classifier's verdict is kept.`,
  })
  expect((await rig.ask('/api/v1/state')).json).toMatchObject({
    tasks: [{ reason: 'STALLED', class: 'agent' }],
  })
  expect((await rig.ask(`/api/v1/runs/${run.run}`)).json).toMatchObject({
    run: { reason: 'TESTS_FAILED', reasonThatCounts: 'STALLED' },
    corrections: [{ reason: 'STALLED', note: 'it hung' }],
  })
  expect((await rig.post(path, { reason: 'NONSENSE' })).status).toBe(400)
  expect((await rig.post(path, {})).status).toBe(400)
  expect((await rig.post(path, { reason: null })).json).toMatchObject({ ok: true })
  expect((await rig.ask('/api/v1/state')).json).toMatchObject({ tasks: [{ reason: null }] })
})

test('Resume continues the session of the run', async () => {
  await using rig = await openRig()
  const { run } = taskWithRun(rig, 'failed')
  expect((await rig.post(`/api/v1/runs/${run.run}/resume`)).json).toMatchObject({ ok: true })
  expect(rig.launched).toEqual([['resume', String(run.run)]])
})

test('an escalation is answered, and a gate opened', async () => {
  await using rig = await openRig()
  const { store } = rig.context
  const { task } = store.addTask(exampleTask(), AT)
  bringTo('waiting', task, store)
  const key = 'usage:claude:default'
  store.closeGate({
    key,
    reason: 'USAGE_LIMIT',
    until: null,
    source: 'x',
    zone: null,
    closedAt: AT,
    probes: 0,
    canary: null,
    evidence: 'limit',
  })
  store.updateTask(task, { gate: key })
  const number = store.raise({ key, task, run: null, cause: 'The limit.', raisedAt: AT, detail: {} })
  expect((await rig.ask('/api/v1/state')).json).toMatchObject({
    gates: [{ key, words: 'for the usage limit', tasks: [task] }],
    escalations: [{ number, state: 'open' }],
    tasks: [{ waiting: { kind: 'gate', why: 'for the usage limit', gate: key } }],
  })
  expect((await rig.ask('/api/v1/failures')).json).toMatchObject({
    incidents: [{ key, tasks: [task], escalation: number }],
  })
  await rig.post(`/api/v1/escalations/${number}/ack`, { note: 'on it' })
  expect(store.escalation(number)).toMatchObject({ state: 'acknowledged', note: 'on it' })
  const closed = await rig.post(`/api/v1/escalations/${number}/close`)
  expect(closed.json).toMatchObject({ said: expect.stringContaining('is not open yet') })
  expect((await rig.post(`/api/v1/escalations/${number}/ack`)).status).toBe(400)
  expect((await rig.post(`/api/v1/gates/${encodeURIComponent(key)}/open`)).json).toEqual({
    ok: true,
    said: `The pause is over (gate ${key}). 1 task waited for it.`,
  })
  expect(store.gates()).toEqual([])
})

const CARD = 'project/phase-5-flows/backlog/5.2-locks.md'

function writeCard(rig: Rig, status: string): string {
  const path = join(rig.root, CARD)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(
    path,
    `---\nowner: a\nagent_flow: implement\nagent_status: ${status}\n---\n\n# 5.2 Locks\n\n## History\n\n- before\n`,
  )
  return path
}

test('a card is enqueued, canceled and retried', async () => {
  await using rig = await openRig({ agent: 'claude' })
  const path = writeCard(rig, 'idle')
  expect((await rig.post('/api/v1/cards/retry', { card: CARD })).status).toBe(409)
  expect((await rig.post('/api/v1/cards/enqueue', { card: CARD, flow: 'a b' })).status).toBe(400)
  expect((await rig.post('/api/v1/cards/enqueue', { card: CARD })).json).toMatchObject({ ok: true })
  expect(readFileSync(path, 'utf8')).toContain('agent_status: queued')
  expect((await rig.ask('/api/v1/state')).json).toMatchObject({
    board: {
      phases: [{ columns: [{ cards: [{ path: CARD, status: 'queued', task: 1, problem: null }] }, {}, {}] }],
    },
    tasks: [{ card: CARD, status: 'queued', waiting: { kind: 'turn' } }],
  })
  expect((await rig.post('/api/v1/cards/enqueue', { card: CARD })).json).toMatchObject({
    error: { code: 'CARD_BUSY' },
  })
  await rig.post('/api/v1/cards/cancel', { card: CARD })
  expect(readFileSync(path, 'utf8')).toContain('agent_status: canceled')
  expect((await rig.post('/api/v1/cards/retry', { card: CARD })).json).toMatchObject({ ok: true })
})

test('a card without an agent says what to do', async () => {
  await using rig = await openRig()
  writeCard(rig, 'idle')
  expect((await rig.post('/api/v1/cards/enqueue', { card: CARD })).json).toMatchObject({
    error: { code: 'NO_AGENT', message: expect.stringContaining('/api/v1/agents') },
  })
  const detail = `/api/v1/card?path=${encodeURIComponent(CARD)}`
  expect((await rig.ask(detail)).json).toMatchObject({ needsAgent: true })
  await rig.post('/api/v1/cards/enqueue', { card: CARD, agent: 'claude' })
  expect((await rig.ask(detail)).json).toMatchObject({ needsAgent: false })
})

test('agents are listed with their paths', async () => {
  const agents = { here: { command: ['/bin/sh', '{prompt}'] }, gone: { command: ['/no/such', '{prompt}'] } }
  await using rig = await openRig({ agents, agent: 'here' })
  const { json } = await rig.ask('/api/v1/agents')
  expect(json).toMatchObject({
    format: 'mayday.agents/2',
    default: 'here',
    agents: expect.arrayContaining([
      expect.objectContaining({ name: 'claude', isConfigured: false }),
      expect.objectContaining({ name: 'here', path: '/bin/sh', isConfigured: true }),
      expect.objectContaining({ name: 'gone', path: null, isConfigured: true }),
    ]),
  })
})

test('an impossible card is reset only when confirmed', async () => {
  await using rig = await openRig()
  const path = writeCard(rig, 'running')
  const detail = await rig.ask(`/api/v1/card?path=${encodeURIComponent(CARD)}`)
  expect(detail.json).toMatchObject({
    history: ['before'],
    card: { problem: expect.stringContaining('mayday reset') },
  })
  const first = await rig.post('/api/v1/cards/reset', { card: CARD })
  expect(first).toMatchObject({
    status: 409,
    json: { error: { code: 'CONFIRM', message: expect.stringContaining('stay') } },
  })
  expect(readFileSync(path, 'utf8')).toContain('agent_status: running')
  expect((await rig.post('/api/v1/cards/reset', { card: CARD, confirm: true })).json).toMatchObject({
    ok: true,
  })
  expect(readFileSync(path, 'utf8')).toContain('agent_status: idle')
})

test('Restore puts back the files that were confirmed', async () => {
  await using rig = await openRig()
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: rig.root,
      encoding: 'utf8',
    }).trim()
  git('init', '-q')
  writeFileSync(join(rig.root, 'a.txt'), 'first\n')
  git('add', 'a.txt')
  git('commit', '-qm', 'first')
  const { task, run } = taskWithRun(rig, 'failed')
  expect(await rig.post(`/api/v1/tasks/${task}/restore`)).toMatchObject({
    status: 404,
    json: { error: { code: 'NO_SNAPSHOT' } },
  })
  const taskId = rig.context.store.task(task)?.taskId ?? ''
  writeFileSync(join(rig.root, 'a.txt'), 'work\n')
  const { ref, commit } = await takeSnapshot({
    cwd: rig.root,
    refName: `refs/mayday/snapshots/${taskId}/1`,
    message: 'x',
  })
  rig.context.store.addSnapshot({ task, run: run.run, ref, commit, at: AT, why: 'x' })
  writeFileSync(join(rig.root, 'a.txt'), 'lost\n')
  expect((await rig.post(`/api/v1/tasks/${task}/restore`, { snapshot: 99 })).status).toBe(404)
  expect((await rig.post(`/api/v1/tasks/${task}/restore`, { snapshot: 'x' })).status).toBe(400)
  expect(await rig.post(`/api/v1/tasks/${task}/restore`, { snapshot: 1 })).toMatchObject({
    status: 409,
    json: { error: { code: 'CONFIRM', message: expect.stringContaining('It would touch: a.txt.') } },
  })
  const question = await rig.ask(`/api/v1/tasks/${task}/restore?snapshot=1`)
  expect(question.json).toMatchObject({
    format: 'mayday.restore/2',
    snapshot: { number: 1 },
    isSame: false,
    changes: [{ path: 'a.txt', change: 'changed', isCard: false, tasks: [] }],
    kept: [],
  })
  const { confirm } = v.parse(v.object({ confirm: v.string() }), question.json)
  writeFileSync(join(rig.root, 'b.txt'), 'came since\n')
  expect(await rig.post(`/api/v1/tasks/${task}/restore`, { snapshot: 1, confirm })).toMatchObject({
    status: 409,
    json: { error: { code: 'RESTORE_CHANGED' } },
  })
  expect(readFileSync(join(rig.root, 'a.txt'), 'utf8')).toBe('lost\n')
  rmSync(join(rig.root, 'b.txt'))
  expect((await rig.post(`/api/v1/tasks/${task}/restore`, { snapshot: 1, confirm })).json).toEqual({
    ok: true,
    said: 'Snapshot 1 is restored: 1 file changed. The state before is snapshot 2.',
  })
  expect(readFileSync(join(rig.root, 'a.txt'), 'utf8')).toBe('work\n')
})

test('Restore is refused while the task runs', async () => {
  await using rig = await openRig()
  const { task, run } = taskWithRun(rig, 'live')
  const refused = {
    status: 409,
    json: {
      error: { code: 'TASK_RUNNING', message: expect.stringContaining(`Run ${run.run} is still working`) },
    },
  }
  expect(await rig.post(`/api/v1/tasks/${task}/restore`, { confirm: 'x' })).toMatchObject(refused)
  expect(await rig.ask(`/api/v1/tasks/${task}/restore`)).toMatchObject(refused)
})
