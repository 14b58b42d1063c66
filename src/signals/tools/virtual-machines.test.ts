import { expect, test } from 'vitest'
import { lastTold } from '../../../tests/tool-signals.ts'

test.each([
  ['The guest machine entered an invalid state while waiting for it', 'engine-failed'],
  ['ERROR vagrant: #<Vagrant::Errors::VMBootBadState: the machine is in the aborted state>', 'engine-failed'],
  ['==> default: The SSH command responded with a non-zero exit status.', 'install-failed'],
  ['==> default: Machine booted and ready!', 'install-passed'],
])('%j is read as %s', async (output, what) => {
  expect((await lastTold(output, 'vagrant'))[0]).toBe(what)
})

test('the error of a virtual machine is no failed test', async () => {
  expect(await lastTold('ERROR vagrant: #<Vagrant::Errors::VMBootBadState: aborted>', 'pytest')).toEqual([])
})
