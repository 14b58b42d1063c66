import { expect, test } from 'vitest'
import { failuresIn, lastTold, toolSignals } from '../../../tests/tool-signals.ts'

const recap = (failed: number): string =>
  `PLAY RECAP ****\nweb : ok=3    changed=1    unreachable=0    failed=${failed}    skipped=0\n`

test('a failed task is the proof of a failed play', async () => {
  const fatal = 'fatal: [web]: FAILED! => {"msg": "Could not get lock /var/lib/dpkg/lock-frontend"}'
  const [signal] = await toolSignals(`TASK [apt] ****\n${fatal}\n\n${recap(1)}`)
  expect([signal?.what, signal?.message, signal?.detail.transient]).toEqual(['install-failed', fatal, true])
})

test('a play without its table failed too', async () => {
  const output = 'TASK [apt] ****\nfatal: [web]: UNREACHABLE! => {"msg": "no route"}\n'
  expect((await lastTold(output, 'provisioning'))[0]).toBe('install-failed')
})

test('an ignored error of a task does not count', async () => {
  const output = `TASK [x] ****\nfatal: [web]: FAILED! => {"msg": "no"}\n...ignoring\n\n${recap(0)}`
  expect(await failuresIn(output)).toEqual([])
})

test('each table has its own verdict', async () => {
  const cow = '< PLAY RECAP >\n ------------\nweb : ok=3 changed=1 unreachable=0 failed=0\n'
  expect((await lastTold(recap(1) + cow, 'provisioning'))[0]).toBe('install-passed')
})

test.each([
  ['web1 | UNREACHABLE! => {', 'install-failed'],
  ['web1 | SUCCESS => {', 'install-passed'],
  ['│ Error: Invalid provider configuration', 'install-failed'],
  ['Ôöé Error: Failed to load "tfplan" as a plan file', 'install-failed'],
  ['Error: Error acquiring the state lock: conflict', 'install-failed'],
  ['Success! The configuration is valid.', 'install-passed'],
])('%j is read as %s', async (output, what) => {
  expect((await lastTold(output, 'provisioning'))[0]).toBe(what)
})
