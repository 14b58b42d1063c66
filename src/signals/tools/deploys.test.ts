import { expect, test } from 'vitest'
import { failuresIn, lastTold } from '../../../tests/tool-signals.ts'

test.each([
  ' ❌  CartStack failed: Error: Failed to create ChangeSet cdk-deploy-change-set on CartStack: FAILED',
  'Another CLI (PID=4242) is currently synthing to cdk.out. Invoke the CLI in sequence.',
  'Error: Failed to create/update the stack: cart, Waiter StackCreateComplete failed',
  'CREATE_FAILED    AWS::Lambda::Function    CartFunction    Resource handler returned message',
  'An error occurred (ValidationError) when calling the CreateStack operation: no such template',
  'ERROR: (gcloud.run.deploy) Revision "cart-1" is not ready',
  'ERROR: error pushing image "gcr.io/acme/cart": retry budget exhausted (10 attempts)',
  '(ResourceNotFound) The resource group could not be found.',
  'Error: functions predeploy error: Command terminated with non-zero exit code 2',
  'functions[cart(us-central1)]: Deployment error.',
  '✘ [ERROR] A request to the Cloudflare API failed.',
  'Failing build: Failed to build site',
  'Error: release command failed - aborting deployment',
  ' !     Push rejected, failed to compile Node.js app.',
  'error: update failed',
  "Build 'amazon-ebs.base' errored after 3 minutes 2 seconds: script exited with 1",
])('%j is a failed deployment', async (output) => {
  expect((await lastTold(output, 'deploy'))[0]).toBe('install-failed')
})

test.each([
  ' ✅  CartStack',
  ' ✅  CartStack (no changes)',
  'Successfully created/updated stack - cart in eu-central-1',
  '✔  Deploy complete!',
  'Verifying deploy... done.',
  'Service [cart] revision [cart-00002] has been deployed and is serving 100 percent of traffic.',
  'Resources:\n    + 3 created\n\nDuration: 42s',
  '==> Builds finished. The artifacts of successful builds are:',
])('%j is a successful deployment', async (output) => {
  expect((await lastTold(output, 'deploy'))[0]).toBe('install-passed')
})

test('a deployment keeps its first error as proof', async () => {
  const output = ' ❌  CartStack failed: Error: quota\n\n ❌ Deployment failed: Error: quota\n'
  expect(await lastTold(output, 'deploy')).toEqual(['install-failed', ' ❌  CartStack failed: Error: quota'])
})

test('a build error wins over the deployment error', async () => {
  const output = 'src/a.ts(3,7): error TS2322: no.\nError: Command "npm run build" exited with 2\n'
  expect(await failuresIn(output)).toEqual(['tsc: build-failed'])
})

test.each(['The stack page tells when a deployment failed.', '    - update failed tests are listed here'])(
  '%j deploys nothing',
  async (output) => {
    expect(await failuresIn(output)).toEqual([])
  },
)
