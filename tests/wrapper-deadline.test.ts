import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uptimeS } from '../src/fleet/node/deadline.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { wrapperFor } from '../src/supervision/wrapper-kinds.ts'
import { parseExit, spawnStage, type ExitStatus } from '../src/supervision/wrapper.ts'
import { Children } from './children.ts'
import { freshFolder, type FreshFolder } from './run-mayday.ts'
import { until } from './running-mayday.ts'

const processes = openProcesses()

type Ended = { readonly exit: ExitStatus | null; readonly log: string }

/** Runs a script under the wrapper with a deadline, and does something to it meanwhile. */
async function run(
  folder: FreshFolder,
  script: string,
  { leftS, meanwhile = () => undefined }: { leftS: number; meanwhile?: () => unknown },
): Promise<Ended> {
  await using children = new Children()
  const deadline = folder.file('deadline')
  writeFileSync(deadline, `${uptimeS() + leftS}\n`)
  const logPath = folder.file('worker.log')
  writeFileSync(logPath, '')
  const { child } = spawnStage({
    folder: folder.path,
    prefix: '',
    argv: ['/bin/sh', '-c', script],
    cwd: folder.path,
    env: { ...children.env, MAYDAY_DEADLINE: deadline },
    logPath,
    wrapper: wrapperFor('perl'),
  })
  const ended = once(child, 'exit')
  await meanwhile()
  await ended
  return { exit: parseExit(readFileSync(folder.file('exit'), 'utf8')), log: readFileSync(logPath, 'utf8') }
}

const pidsIn = (log: string): readonly number[] => log.split('\n').filter(Boolean).map(Number)

test('an agent past its deadline is killed whole', async () => {
  await using folder = await freshFolder()
  const script = `trap '' TERM; setsid sleep 600 & echo $!; sleep 600 & echo $!; wait`
  const { exit, log } = await run(folder, script, { leftS: 1 })
  expect(exit).toMatchObject({ signal: 'SIGKILL', code: null, isAlone: true })
  expect(pidsIn(log)).toHaveLength(2)
  for (const pid of pidsIn(log)) expect(processes.identify(pid)).toBeNull()
})

test('a deadline that moves stops no run', async () => {
  await using folder = await freshFolder()
  const go = folder.file('go')
  const script = `echo begun; while [ ! -e ${go} ]; do sleep 0.05; done; exit 7`
  const first = uptimeS() + 1
  const { exit } = await run(folder, script, {
    leftS: 1,
    meanwhile: async () => {
      writeFileSync(folder.file('deadline'), `${first + 600}\n`)
      await until('the first deadline to pass', () => uptimeS() > first + 1.5)
      writeFileSync(go, '')
    },
  })
  expect(exit).toMatchObject({ code: 7, signal: null })
})

test('a deadline that cannot be read counts as passed', async () => {
  await using folder = await freshFolder()
  const { exit } = await run(folder, 'sleep 600', {
    leftS: 600,
    meanwhile: () => rmSync(folder.file('deadline')),
  })
  expect(exit).toMatchObject({ signal: 'SIGKILL' })
})

test('the agent does not see its deadline', async () => {
  await using folder = await freshFolder()
  const { log } = await run(folder, 'env', { leftS: 600 })
  expect(log).toContain('PATH=')
  expect(log).not.toContain('DEADLINE')
})
