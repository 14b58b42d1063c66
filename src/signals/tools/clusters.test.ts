import { expect, test } from 'vitest'
import { failuresIn, lastTold } from '../../../tests/tool-signals.ts'

test.each([
  'Error from server (Forbidden): deployments.apps "cart" is forbidden',
  'error: error validating "cart.yaml": error validating data: unknown field',
  'error: the server doesn\'t have a resource type "carts"',
  'Error: INSTALLATION FAILED: cannot re-use a name that is still in use',
  'Error: chart "cart" matching 1.2.3 not found in shop index',
  '2026-01-01 10:00:00 [✖]  unexpected status "ROLLBACK_IN_PROGRESS" while waiting for CloudFormation stack',
  "Error: accumulating resources: accumulation err='accumulating resources from x'",
])('%j is rejected by the cluster', async (output) => {
  expect((await lastTold(output, 'kubernetes'))[0]).toBe('install-failed')
})

test.each([
  '❌  Exiting due to GUEST_PROVISION: error provisioning guest',
  'ERROR: failed to create cluster: node(s) already exist for a cluster with the name "kind"',
  'error execution phase preflight: [preflight] Some fatal errors occurred:',
])('%j reports a missing cluster', async (output) => {
  expect((await lastTold(output, 'kubernetes'))[0]).toBe('engine-failed')
})

test.each([
  'deployment.apps/cart configured',
  'deployment "cart" successfully rolled out',
  'STATUS: deployed',
  'This node has joined the cluster:',
])('%j is a success', async (output) => {
  expect((await lastTold(output, 'kubernetes'))[0]).toBe('install-passed')
})

test('a missing resource that is then created does not count', async () => {
  const output = 'Error from server (NotFound): namespaces "shop" not found\nnamespace/shop created\n'
  expect(await failuresIn(output)).toEqual([])
})

test('a chart with problems fails the lint', async () => {
  expect((await lastTold('1 chart(s) linted, 1 chart(s) failed', 'kubernetes'))[0]).toBe('lint-failed')
})
