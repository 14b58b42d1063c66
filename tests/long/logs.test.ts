import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../children.ts'
import { bin, freshProject, startWaiting } from '../recorded-runs.ts'

const secret = 'hunter2-correct-horse-battery'

test('logs shows what a run printed', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'sh', '-c', 'echo out; echo err >&2; printf last'])
  const { code, stdout } = await project.mayday(['logs', '1'])
  expect(code).toBe(0)
  expect(stdout).toBe('out\nerr\nlast\n')
})

test('a pipe gets no control sequences at all', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'printf', '\\033[31mred\\033[0m \\033]0;title\\007\\033[2Jend\\n'])
  const { stdout } = await project.mayday(['logs', '1'])
  expect(stdout).toBe('red end\n')
})

test('a stage is shown separately', async () => {
  await using project = await freshProject()
  const stages = ['--setup', 'echo from setup', '--verify', 'echo from verify']
  await project.mayday(['run', ...stages, '--', 'echo', 'from agent'])
  expect((await project.mayday(['logs', '1', '--stage', 'agent'])).stdout).toBe('from agent\n')
  expect((await project.mayday(['logs', '1', '--stage', 'final_test'])).stdout).toBe('from verify\n')
  const missing = await project.mayday(['logs', '1', '--stage', 'baseline'])
  expect(missing.code).toBe(2)
  expect(missing.stderr).toBe(
    'mayday: Run 1 has no stage baseline_run; it has setup, agent_run, final_test.\n',
  )
  expect((await project.mayday(['logs', '1', '--stage', 'dance'])).stderr).toContain(
    "not 'dance'. See: mayday logs --help",
  )
})

test('the tail is the last lines of the range', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--verify', 'echo v', '--', 'sh', '-c', 'seq 1 30000'])
  expect((await project.mayday(['logs', '1', '--tail', '2'])).stdout).toBe('30000\nv\n')
  expect((await project.mayday(['logs', '1', '--stage', 'agent', '--tail', '2'])).stdout).toBe(
    '29999\n30000\n',
  )
  expect((await project.mayday(['logs', '1', '--tail', '0'])).stdout).toBe('')
  expect((await project.mayday(['logs', '1', '--tail', '99999'])).stdout.split('\n')).toHaveLength(30_002)
})

test('JSON lines contain the offset of each line', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'printf', 'ä\\r\\n\\nlast'])
  const { stdout } = await project.mayday(['logs', '1', '--json'])
  expect(stdout).toBe('{"offset":0,"text":"ä"}\n{"offset":4,"text":""}\n{"offset":5,"text":"last"}\n')
})

test('a live run is followed to its end', async () => {
  await using project = await freshProject()
  const run = await startWaiting(project, 'one\\n', 'two\\nthree')
  const follower = project.start(['logs', '1', '-f'])
  await eventually(() => follower.output().includes('one\n'), 'the first line')
  project.write('go', '')
  const { code, stdout } = await follower.finished
  expect(stdout).toMatch(/^one\ntwo\nthree\nmayday: run 1 ✗ failed after [\d.]+ m?s\n$/)
  expect(code).toBe(0)
  expect((await run.finished).code).toBe(1)
})

test('a followed stage ends with its stage', async () => {
  await using project = await freshProject()
  const wait = 'while [ ! -e go ]; do sleep 0.02; done'
  const run = project.start(['run', '--setup', 'echo prepared', '--', 'sh', '-c', `echo agent; ${wait}`])
  await eventually(() => run.output().includes('agent_run started'), 'the agent')
  const follower = await project.mayday(['logs', '1', '-f', '--stage', 'setup'])
  expect(follower.stdout).toBe('prepared\n')
  project.write('go', '')
  await run.finished
})

test('a rebuilt log is followed further', async () => {
  await using project = await freshProject()
  const run = await startWaiting(project, 'before\\n', 'after\\n')
  const follower = project.start(['logs', '1', '-f'])
  await eventually(() => follower.output().includes('before'), 'the first line')
  const { log } = project.folderOf(1)
  rmSync(log)
  await eventually(() => isThere(log), 'a new log')
  const late = project.start(['logs', '1', '-f'])
  await eventually(() => late.output().includes('before'), 'the first line again')
  project.write('go', '')
  expect((await follower.finished).stdout).toMatch(/^before\nafter\nmayday: run 1 /)
  expect((await late.finished).stdout).toMatch(/^before\nafter\nmayday: run 1 /)
  await run.finished
})

function isThere(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes('before')
  } catch {
    // Not yet.
    return false
  }
}

test('an interrupt ends only the following', async () => {
  await using project = await freshProject()
  const run = await startWaiting(project, 'one\\n', 'two\\n')
  const follower = project.start(['logs', '1', '-f'])
  await eventually(() => follower.output().includes('one'), 'the first line')
  process.kill(follower.pid, 'SIGINT')
  expect((await follower.finished).code).toBe(130)
  project.write('go', '')
  expect((await run.finished).stdout).toContain('✗ run 1 failed')
})

test('following ends when the reader is gone', async () => {
  await using project = await freshProject()
  const run = project.start(['run', '--', 'sh', '-c', 'while [ ! -e go ]; do echo more; sleep 0.02; done'])
  await eventually(() => run.output().includes('agent_run started'), 'the agent')
  const command = `"${process.execPath}" "${bin}" logs 1 -f | head -n 1`
  const env = { ...process.env, MAYDAY_DIR: project.root }
  expect(execFileSync('sh', ['-c', command], { cwd: project.root, env, encoding: 'utf8' })).toBe('more\n')
  project.write('go', '')
  await run.finished
})

test('a live log shows no secret of its environment', async () => {
  await using project = await freshProject()
  const script = `printf 'it is hunter2-corr'; printf 'ect-horse-battery\\n'; while [ ! -e go ]; do sleep 0.02; done`
  const run = project.start(['run', '--', 'sh', '-c', script], { MY_API_KEY: secret })
  await eventually(() => run.output().includes('agent_run started'), 'the agent')
  const { log } = project.folderOf(1)
  await eventually(() => readFileSync(log, 'utf8').includes(secret), 'the secret in the raw log')
  const { stdout } = await project.mayday(['logs', '1'])
  expect(stdout).toBe(`it is ${'*'.repeat(secret.length)}\n`)
  expect((await project.mayday(['logs', '1', '--tail', '1', '--json'])).stdout).not.toContain('hunter2')
  project.write('go', '')
  await run.finished
  expect((await project.mayday(['logs', '1'])).stdout).toBe(`it is ${'*'.repeat(secret.length)}\n`)
})

test('a cleaned log is a clear error', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'echo', 'hi'])
  await project.mayday(['clean', '--older-than', '0s'])
  const { code, stderr } = await project.mayday(['logs', '1'])
  expect(code).toBe(2)
  expect(stderr).toBe(
    'mayday: The log of run 1 no longer exists. The record of the run is kept: mayday show 1\n',
  )
})

test('an unknown run is a clear error', async () => {
  await using project = await freshProject()
  const { code, stderr } = await project.mayday(['logs', '7'])
  expect(code).toBe(2)
  expect(stderr).toContain('There is no run 7')
})

test('a run without output is reported as empty', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--verify', 'echo verified', '--', 'true'])
  await project.mayday(['run', '--', 'true'])
  const said = (stderr: string): object => ({ code: 0, stdout: '', stderr })
  expect(await project.mayday(['logs', '2'])).toEqual(said('mayday: Run 2 printed nothing.\n'))
  expect(await project.mayday(['logs', '2', '--json'])).toEqual(said('mayday: Run 2 printed nothing.\n'))
  expect(await project.mayday(['logs', '1', '--stage', 'agent'])).toEqual(
    said('mayday: The stage agent_run of run 1 printed nothing.\n'),
  )
  expect(await project.mayday(['logs', '1'])).toEqual({ code: 0, stdout: 'verified\n', stderr: '' })
})
