/** Data of another program, imported by the real command and shown by the others. */
import { describe, expect, test } from 'vitest'
import { fromGza, importProject, writeGza, type GzaRow, type Here } from '../import-project.ts'
import { mayday } from '../run-mayday.ts'

describe('gza', () => {
  const failed = (word: string): GzaRow => ({ prompt: word, status: 'failed', failure_reason: word })

  test('its words are found under our reasons', async () => {
    await using here = await importProject()
    writeGza(here, [failed('TEST_FAILURE'), failed('AGENT_FORFEIT'), failed('BRANCH_UNPUSHABLE')])
    await fromGza(here)
    expect(await here.say('history', '--reason', 'TESTS_FAILED')).toContain('✗ failed (TESTS_FAILED)')
    expect(await here.say('history', '--reason', 'TEST_FAILURE')).toContain('✗ failed (TESTS_FAILED)')
    expect(await here.say('history', '--reason', 'AGENT_GAVE_UP')).toContain('AGENT_FORFEIT')
    expect(await here.say('history', '--reason', 'BRANCH_UNPUSHABLE')).toContain('(BRANCH_UNPUSHABLE)')
    expect(await here.say('stats')).toContain('TESTS_FAILED')
    expect(await here.say('show', '1')).toMatch(/✗ TESTS_FAILED[^]*› TEST_FAILURE/)
  })

  test('its dialect keeps the original words', async () => {
    await using here = await importProject()
    writeGza(here, [failed('TEST_FAILURE'), failed('AGENT_FORFEIT'), failed('WORKER_DIED')])
    await fromGza(here)
    const words = await here.say('history', '--dialect', 'gza')
    expect(words.match(/\(\w+\)/g)).toEqual(['(WORKER_DIED)', '(AGENT_FORFEIT)', '(TEST_FAILURE)'])
  })

  test("a dialect's word finds native runs too", async () => {
    await using here = await importProject()
    writeGza(here, [failed('TEST_FAILURE')])
    await fromGza(here)
    await mayday(['run', '--', 'sh', '-c', 'echo "[MAYDAY_FAILURE:BROKEN_BUILD]"; exit 1'], {
      cwd: here.path,
    })
    const found = await here.say('history', '--dialect', 'gza', '--reason', 'TEST_FAILURE')
    expect(found.match(/✗ failed \(TEST_FAILURE\)/g)).toHaveLength(2)
  })

  test('unfinished tasks wait for a person', async () => {
    await using here = await importProject()
    writeGza(here, [
      { prompt: 'Fix the login', status: 'pending', provider: 'codex' },
      { prompt: 'Half way', status: 'in_progress' },
      { prompt: 'Never mind', status: 'dropped', started_at: null },
    ])
    expect(await fromGza(here)).toBe(
      'No new runs imported from gza. Not done there: 2 tasks, which wait for you (mayday tasks). Left out: 1 task dropped before it ran. See: mayday history\n',
    )
    const tasks = await here.say('tasks')
    expect(tasks).toMatch(/1 {2}▲ escalated {2}0\/5 .*Fix the login/)
    expect(tasks).toMatch(/2 {2}▲ escalated {2}0\/5 .*Half way/)
    const escalations = await here.say('escalations')
    expect(escalations).toContain('Task 1 of gza has not run yet')
    expect(escalations).toContain('Task 2 of gza is in progress there')
    expect(escalations).toContain('→ mayday run --task 1')
    // No scheduler starts it.
    expect(await here.say('work', '--once')).not.toContain('attempt')
    expect(await here.json('history')).toMatchObject({ runs: [] })
    expect(await here.say('run', '--task', '1', '--dry-run')).toContain('codex')
    expect(await fromGza(here)).not.toContain('Not done there')
    expect(await here.json('tasks')).toMatchObject({ tasks: [{ task: 2 }, { task: 1 }] })
  })

  test('a retry is another run of its task', async () => {
    await using here = await importProject()
    writeGza(here, [
      { prompt: 'Fix it', status: 'failed', failure_reason: 'MAX_TURNS' },
      { prompt: 'Fix it', status: 'failed', failure_reason: 'TEST_FAILURE', based_on: 1 },
      { prompt: 'Fix it', status: 'completed', based_on: 2 },
      { prompt: 'Review it', status: 'completed', task_type: 'review', based_on: 3 },
    ])
    await fromGza(here)
    expect(await here.json('history')).toMatchObject({
      runs: [
        { task: 2, attempt: 1, summary: 'Task 4 in gza, based on its task 3.' },
        { task: 1, attempt: 3 },
        { task: 1, attempt: 2 },
        { task: 1, attempt: 1 },
      ],
    })
    expect(await here.json('tasks', '--all')).toMatchObject({
      tasks: [{ task: 2 }, { task: 1, status: 'succeeded', runs: 3 }],
    })
  })

  test('a follow-up keeps its own prompt and title', async () => {
    await using here = await importProject()
    writeGza(here, [
      { prompt: 'Add the login', status: 'completed' },
      { prompt: 'Make the login faster\nwith a cache', status: 'completed', based_on: 1 },
      { prompt: 'Make the login faster\nwith a cache', status: 'completed', based_on: 2 },
    ])
    await fromGza(here)
    expect(await here.json('show', '1')).toMatchObject({ run: { task: 1 }, prompt: 'Add the login' })
    expect(await here.json('show', '2')).toMatchObject({
      run: { task: 2, title: 'Make the login faster', summary: 'Task 2 in gza, based on its task 1.' },
      prompt: 'Make the login faster\nwith a cache',
    })
    expect(await here.json('show', '3')).toMatchObject({ run: { task: 2, attempt: 2 } })
  })

  test('a pending retry belongs to its task', async () => {
    await using here = await importProject()
    const first = { prompt: 'Fix it', status: 'failed', failure_reason: 'MAX_TURNS' }
    writeGza(here, [first, { prompt: 'Fix it', status: 'pending', based_on: 1 }])
    await fromGza(here)
    expect(await here.json('tasks')).toMatchObject({
      tasks: [{ task: 1, status: 'escalated', runs: 1, spent: { attempts: 0 } }],
    })
    writeGza(here, [first, { prompt: 'Fix it', status: 'completed', based_on: 1 }])
    await fromGza(here)
    expect(await here.json('tasks')).toMatchObject({ tasks: [{ task: 1, status: 'succeeded', runs: 2 }] })
    expect(await here.say('escalations')).toContain('No escalation is open')
  })

  test('the log of an imported run is shown', async () => {
    await using here = await importProject()
    const key = `sk-ant-api03-${'aB3'.repeat(30)}`
    here.write('.gza/logs/one.log', `one\ntwo with ${key}\nthree\n`)
    writeGza(here, [
      { prompt: 'One', status: 'failed', log_file: '.gza/logs/one.log' },
      { prompt: 'Two', status: 'failed', log_file: '.gza/logs/none.log' },
    ])
    await fromGza(here)
    const shown = await here.say('logs', '1')
    expect(shown).toMatch(/^one\ntwo with .*\nthree\n$/)
    expect(shown).not.toContain('aB3aB3')
    expect(await here.say('logs', '1', '--tail', '1')).toBe('three\n')
    expect(await here.say('show', '1')).toContain(`log       ${here.file('.gza/logs/one.log')}`)
    expect(await here.say('show', '1')).toContain('mayday logs 1')
    expect(await mayday(['logs', '2'], { cwd: here.path })).toMatchObject({
      code: 2,
      stderr: 'mayday: Run 2 was imported from gza, and its log is not here: .gza/logs/none.log.\n',
    })
  })
})

describe('Auto-Claude', () => {
  const attempt = {
    timestamp: '2026-01-01T10:00:00Z',
    approach: 'Rename it',
    success: false,
    error: 'it broke',
  }

  const writeSpec = (here: Here, stuck: readonly unknown[], subtasks: object): void => {
    here.write('spec/memory/attempt_history.json', JSON.stringify({ subtasks, stuck_subtasks: stuck }))
    here.write(
      'spec/implementation_plan.json',
      JSON.stringify({ phases: [{ subtasks: [{ id: 'later', description: 'Write the docs\nof it' }] }] }),
    )
  }

  test('a stuck task is escalated once', async () => {
    await using here = await importProject()
    const stuck = {
      subtask_id: 'login',
      reason: 'circular fix',
      escalated_at: '2026-01-02T10:00:00Z',
      attempt_count: 2,
    }
    writeSpec(here, [stuck], {
      login: { attempts: [attempt, attempt], status: 'stuck' },
      later: { attempts: [], status: 'pending' },
    })
    expect(await here.say('import', 'auto-claude', 'spec')).toContain('Not done there: 2 tasks')
    const json = await here.json('escalations')
    expect(json).toMatchObject({
      escalations: [
        {
          cause: 'Auto-Claude is stuck at login after 2 attempts: circular fix',
          state: 'open',
          raisedAt: '2026-01-02T10:00:00.000Z',
          task: 1,
          run: 2,
        },
        { state: 'acknowledged', task: 2 },
      ],
    })
    expect(await here.say('tasks')).toMatch(
      /2 {2}▲ escalated .*later: Write the docs[^]*1 {2}▲ escalated .*login/,
    )
    await here.say('import', 'auto-claude', 'spec')
    expect(await here.json('escalations')).toEqual(json)
    expect(await here.say('lessons')).toContain('it broke')
  })

  test('a new attempt at a stuck task stays escalated', async () => {
    await using here = await importProject()
    const stuck = { subtask_id: 'login', reason: 'too hard', attempt_count: 1 }
    writeSpec(here, [stuck], { login: { attempts: [attempt], status: 'stuck' } })
    await here.say('import', 'auto-claude', 'spec')
    writeSpec(here, [stuck], { login: { attempts: [attempt, attempt], status: 'stuck' } })
    await here.say('import', 'auto-claude', 'spec')
    expect(await here.json('tasks')).toMatchObject({ tasks: [{ status: 'escalated', runs: 2 }] })
    writeSpec(here, [], {
      login: { attempts: [attempt, attempt, { ...attempt, success: true }], status: 'completed' },
    })
    await here.say('import', 'auto-claude', 'spec')
    expect(await here.json('tasks')).toMatchObject({ tasks: [{ status: 'succeeded', runs: 3 }] })
  })
})

test('files of a lesson may lack blanks', async () => {
  await using here = await importProject()
  const entry = (files: string): string =>
    `- [07-01 | 2026-01-20 14:32:15] **Error:** ${files} broke\n  **Attempted:** Executed task 07-01\n  **Files:** ${files}\n  **Context:** none\n`
  here.write(
    'AGENTS.md',
    `# Project Learnings\n\n## Failure Context\n\n### Phase 7:\n\n${entry('a.sh,lib/b.sh')}\n${entry('unknown')}\n${entry('c.md, d.md')}`,
  )
  await here.say('import', 'failure-context')
  expect(await here.json('lessons')).toMatchObject({
    lessons: expect.arrayContaining([
      expect.objectContaining({ files: ['a.sh', 'lib/b.sh'] }),
      expect.objectContaining({ files: [] }),
      expect.objectContaining({ files: ['c.md', 'd.md'] }),
    ]),
  })
})
