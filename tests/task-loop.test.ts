/** The whole loop through the real command, with scripted agents as real processes. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { agent, inStore, repository } from './task-repository.ts'

const VERIFY = 'test -f fixed.txt || { echo "1 failed, 0 passed in 0.1s"; exit 1; }'

describe('a task', () => {
  it('passes because its prompt tells what failed', async () => {
    await using project = await repository()
    await project.mayday([
      'add',
      'Fix the login test',
      '--phase',
      '12-01',
      '--verify',
      VERIFY,
      '--',
      'sh',
      agent('learns-from-its-prompt.sh'),
    ])
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(code).toBe(0)
    expect(stdout).toContain('✎ lesson')
    expect(stdout).toContain('→ retry TESTS_FAILED')
    expect(stdout).toContain('task succeeded')
    expect(inStore(project, (store) => store.runsOf(1).map(({ status }) => status))).toEqual([
      'failed',
      'succeeded',
    ])
    expect(readFileSync(project.file('fixed.txt'), 'utf8')).toBe('attempt 2\n')
  })

  it('tells the next attempt the corrected reason', async () => {
    await using project = await repository()
    const script = 'cat > prompt.txt; echo "[MAYDAY_FAILURE:TESTS_FAILED]"; exit 1'
    await project.mayday(['add', 'Fix it', '--attempts', '1', '--', 'sh', '-c', script])
    await project.mayday(['run', '--task', '1', '--no-wait'])
    await project.mayday(['correct', '1', '--reason', 'BROKEN_BUILD'])
    await project.mayday(['retry', '1'])
    expect(readFileSync(project.file('prompt.txt'), 'utf8')).toMatch(/^Attempt 1: .* - BROKEN_BUILD$/m)
  })

  it('can be retried after it was skipped', async () => {
    await using project = await repository()
    await project.mayday(['add', 'Fix it', '--', 'sh', '-c', 'date > fixed.txt'])
    const { stdout } = await project.mayday(['skip', '1'])
    expect(stdout).toContain('To run it again: mayday run --task 1')
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
    expect(inStore(project, (store) => store.task(1)?.status)).toBe('succeeded')
  })

  it('resumes the session that ran out of turns', async () => {
    await using project = await repository()
    const session = '7d2f1c3e-5a4b-4c6d-8e9f-0a1b2c3d4e5f'
    const line = (fields: string): string => `echo '{"session_id":"${session}",${fields}}'`
    const script = [
      '#!/bin/sh',
      'echo "$*" >> calls.txt',
      line('"type":"system","subtype":"init","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"'),
      `case "$*" in *"--resume ${session}"*) echo done > done.txt;`,
      `${line('"type":"result","subtype":"success","is_error":false,"num_turns":3,"total_cost_usd":0.1,"result":"Done."')}; exit 0;; esac`,
      line(
        '"type":"result","subtype":"error_max_turns","is_error":false,"num_turns":30,"total_cost_usd":0.1',
      ),
      'exit 1',
    ].join('\n')
    await writeFile(project.file('claude'), script, { mode: 0o755 })
    const command = ['./claude', '-p', '{prompt}', '--output-format', 'stream-json', '--verbose']
    await project.mayday(['add', 'Long work', '--', ...command])
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ resume MAX_TURNS')
    expect(code).toBe(0)
    expect(readFileSync(project.file('calls.txt'), 'utf8').match(/--resume \S+/g)).toEqual([
      `--resume ${session}`,
    ])
  })

  it('exits with 75 if it may not wait', async () => {
    await using project = await repository()
    await project.mayday([
      'add',
      'Work',
      '--agent',
      'claude',
      '--',
      'sh',
      agent('hits-a-limit.sh'),
      '3600',
      '{prompt}',
    ])
    expect((await project.mayday(['run', '--task', '1', '--no-wait'])).code).toBe(75)
    expect((await project.mayday(['run', '--task', '1', '--no-wait'])).code).toBe(75)
    expect(readFileSync(project.file('starts'), 'utf8').trim().split('\n')).toHaveLength(1)
    expect((await project.mayday(['wait'])).stdout).toContain('usage:claude:')
  })
})

describe('a person', () => {
  it('retries, and the counters start again', async () => {
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
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(3)
    expect((await project.mayday(['retry', '1'])).code).toBe(0)
    expect(inStore(project, (store) => store.task(1)?.status)).toBe('succeeded')
  })

  it('sees the plan, and nothing is started', async () => {
    await using project = await repository()
    await project.mayday(['add', 'Fix it', '--', 'sh', agent('learns-from-its-prompt.sh')])
    const { code, stdout } = await project.mayday(['run', '--task', '1', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('→ first attempt')
    expect(inStore(project, (store) => store.runsOf(1))).toEqual([])
  })
})
