/** The whole loop through the real command, with scripted agents as real processes. */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agent, git, inStore, repository } from '../task-repository.ts'

const VERIFY = 'test -f fixed.txt || { echo "1 failed, 0 passed in 0.1s"; exit 1; }'

describe('a task', () => {
  it('asks for another approach and counts correctly', async () => {
    await using project = await repository()
    await project.mayday(['add', 'Fix it', '--verify', VERIFY, '--', 'sh', '-c', 'date +%N >> tried.txt'])
    await project.mayday(['run', '--task', '1', '--no-wait'])
    const told = (run: number): string =>
      inStore(project, (store) => {
        const { logPath } = store.runsOf(1)[run - 1] ?? { logPath: '' }
        return readFileSync(join(project.record, logPath, 'prompt.md'), 'utf8')
      })
    const approach = 'Take a different approach this time'
    expect(told(1)).not.toContain(approach)
    expect(told(1)).toContain('Budget left: 5 attempts with this one')
    expect(told(2)).toContain(approach)
    expect(told(2)).toContain('Budget left: 2 attempts with this one')
    expect(told(3)).toContain('Budget left: 1 attempt with this one')
    expect(inStore(project, (store) => store.runsOf(1))).toHaveLength(3)
  })

  it('does not pass without the lesson', async () => {
    await using project = await repository()
    await project.mayday([
      'add',
      'Fix it',
      '--attempts',
      '1',
      '--verify',
      VERIFY,
      '--',
      'sh',
      agent('learns-from-its-prompt.sh'),
    ])
    const { code } = await project.mayday(['run', '--task', '1'])
    expect(code).toBe(3)
    expect(existsSync(project.file('fixed.txt'))).toBe(false)
  })

  it('keeps its lessons until the phase is complete', async () => {
    await using project = await repository()
    await project.mayday(['add', 'Other work', '--phase', '12-02', '--', 'true'])
    await project.mayday([
      'add',
      'Fix it',
      '--phase',
      '12-01',
      '--verify',
      VERIFY,
      '--',
      'sh',
      agent('learns-from-its-prompt.sh'),
    ])
    await project.mayday(['run', '--task', '2'])
    expect(readFileSync(project.file('AGENTS.md'), 'utf8')).toContain('### Phase 12:\n\n- [12-01 | ')
    await project.mayday(['skip', '1'])
    await project.mayday(['phase', 'complete', '12'])
    expect(readFileSync(project.file('AGENTS.md'), 'utf8')).not.toContain('Phase 12')
    expect(inStore(project, (store) => store.lessons({}))).toHaveLength(1)
  })

  it('that repeats itself is escalated', async () => {
    await using project = await repository()
    const script =
      'echo "I will mock the clock in the login test and run the suite again."; date >> tried.txt'
    await project.mayday(['add', 'Fix it', '--verify', VERIFY, '--', 'sh', '-c', script])
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(code).toBe(3)
    expect(stdout).toContain('goes in circles')
    const escalations = await project.mayday(['escalations'])
    expect(escalations.stdout).toContain('goes in circles')
    expect(escalations.stdout).toMatch(/^ {3}› \S/m)
    expect(inStore(project, (store) => store.task(1)?.status)).toBe('escalated')
  })

  it('continues in a new session after full context', async () => {
    await using project = await repository()
    await project.mayday([
      'add',
      'Write both halves',
      '--agent',
      'claude',
      '--verify',
      'test -f whole.txt',
      '--',
      'sh',
      agent('runs-out-of-context.sh'),
      '{prompt}',
    ])
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ continue CONTEXT_EXHAUSTED')
    expect(code).toBe(0)
    const saved = inStore(project, (store) => store.snapshotsOf(1)).find(({ why }) =>
      why.includes('new session'),
    )
    expect(git(project, 'show', `${saved?.ref}:half.txt`)).toBe('half\n')
  })

  it('starts a new session if the old is gone', async () => {
    await using project = await repository()
    const line = (fields: string): string => `echo '{"session_id":"s-1",${fields}}'`
    const script = [
      '#!/bin/sh',
      'echo x >> calls.txt',
      'case "$*" in *--resume*) echo "No conversation found with session ID: s-1"; exit 1;; esac',
      line('"type":"system","subtype":"init","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"'),
      line('"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"Half is done."}]}'),
      '[ $(wc -l < calls.txt) = 1 ] && kill -KILL $$',
      'case "$*" in *"Half is done."*) echo done > done.txt;; esac',
      line('"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"Done."'),
    ].join('\n')
    await writeFile(project.file('claude'), script, { mode: 0o755 })
    await writeFile(project.file('mayday.yaml'), 'policy: {WORKER_CRASHED: {backoff: false}}\n')
    const command = ['./claude', '-p', '{prompt}', '--output-format', 'stream-json', '--verbose']
    await project.mayday(['add', 'Long work', '--', ...command])
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ retry LAUNCH_REJECTED: The agent could not resume its session.')
    expect(code).toBe(0)
    expect(existsSync(project.file('done.txt'))).toBe(true)
  })

  it('wakes when its usage limit resets', async () => {
    await using project = await repository()
    await project.mayday([
      'add',
      'Work',
      '--agent',
      'claude',
      '--',
      'sh',
      agent('hits-a-limit.sh'),
      '2',
      '{prompt}',
    ])
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ wait USAGE_LIMIT')
    expect(code).toBe(0)
    const { budget, attempts } = inStore(project, (store) => ({
      budget: store.task(1)?.budget.attempts,
      attempts: store.runsOf(1).length,
    }))
    expect([budget, attempts]).toEqual([5, 2])
  })

  it('with an expired login stops the others too', async () => {
    await using project = await repository()
    for (const title of ['One', 'Two'])
      await project.mayday([
        'add',
        title,
        '--agent',
        'claude',
        '--',
        'sh',
        agent('is-logged-out.sh'),
        '{prompt}',
      ])
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(3)
    expect((await project.mayday(['run', '--task', '2', '--no-wait'])).code).toBe(75)
    expect(readFileSync(project.file('starts'), 'utf8')).toBe('started\n')
    expect(inStore(project, (store) => store.escalations({}))).toHaveLength(1)
  })

  it('waits after three others failed alike', async () => {
    await using project = await repository()
    const tasks = ['1', '2', '3', '4']
    for (const task of tasks)
      await project.mayday([
        'add',
        `Task ${task}`,
        '--agent',
        'claude',
        '--',
        'sh',
        agent('meets-a-dead-provider.sh'),
        '{prompt}',
      ])
    const codes: (number | null)[] = []
    for (const task of tasks) codes.push((await project.mayday(['run', '--task', task, '--no-wait'])).code)
    expect(codes).toEqual([75, 75, 75, 75])
    expect(readFileSync(project.file('starts'), 'utf8').trim().split('\n')).toHaveLength(3)
    expect(inStore(project, (store) => store.gates()).map(({ key }) => key)).toEqual([
      'breaker:LLM_ERROR:claude',
    ])
  })

  it('is probed by one canary, then all run', async () => {
    await using project = await repository()
    const tasks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    for (const task of tasks)
      await project.mayday([
        'add',
        `Task ${task}`,
        '--agent',
        'claude',
        '--',
        'sh',
        agent('hits-a-limit.sh'),
        '8',
        '{prompt}',
      ])
    const ends = await Promise.all(tasks.map((task) => project.mayday(['run', '--task', String(task)])))
    expect(ends.map(({ code }) => code)).toEqual(tasks.map(() => 0))
    const resetMs = Number(readFileSync(project.file('reset'), 'utf8')) * 1000
    const starts = readFileSync(project.file('starts'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[1]) / 1e6)
    const after = starts.filter((ms) => ms >= resetMs).toSorted((a, b) => a - b)
    const canaryEnd = Math.min(
      ...inStore(project, (store) => tasks.flatMap((task) => store.runsOf(task)))
        .filter(({ status }) => status === 'succeeded')
        .map(({ endedAt }) => Date.parse(endedAt ?? '')),
    )
    expect(after).toHaveLength(tasks.length)
    expect(after.filter((ms) => ms < canaryEnd)).toHaveLength(1)
  })
})

describe('a person', () => {
  it('is notified once by a configured command', async () => {
    await using project = await repository()
    await writeFile(project.file('mayday.yaml'), 'notify:\n  command: cat >> told.jsonl\n')
    for (const title of ['One', 'Two'])
      await project.mayday([
        'add',
        title,
        '--agent',
        'claude',
        '--',
        'sh',
        agent('is-logged-out.sh'),
        '{prompt}',
      ])
    await project.mayday(['run', '--task', '1'])
    await project.mayday(['run', '--task', '2', '--no-wait'])
    const told = readFileSync(project.file('told.jsonl'), 'utf8')
    expect(JSON.parse(told)).toMatchObject({
      format: 'mayday.notification/1',
      key: expect.stringMatching(/^login:claude:/),
    })
  })

  it('changes a policy in the config', async () => {
    await using project = await repository()
    await writeFile(project.file('mayday.yaml'), 'policy:\n  TESTS_FAILED:\n    plan: escalate\n')
    await project.mayday([
      'add',
      'Fix it',
      '--verify',
      VERIFY,
      '--',
      'sh',
      agent('learns-from-its-prompt.sh'),
    ])
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(3)
    expect(inStore(project, (store) => store.runsOf(1))).toHaveLength(1)
  })
})
