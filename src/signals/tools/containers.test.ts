import { expect, test } from 'vitest'
import { failuresIn, lastTold, toolOutput, toolSignals } from '../../../tests/tool-signals.ts'

test.each(['docker/run', 'docker/ps', 'docker/host', 'docker/context'])(
  '%s: the engine is not there',
  async (name) => {
    expect((await lastTold(await toolOutput(name), 'docker'))[0]).toBe('engine-failed')
  },
)

test.each([
  'error during connect: this error may indicate that the docker daemon is not running: Get "http://%2F%2F.%2Fpipe%2Fdocker_engine/v1.24/info": open //./pipe/docker_engine: The system cannot find the file specified.',
  'failed to connect to the docker API at npipe:////./pipe/docker_engine; check if the daemon runs',
  'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
  'docker: Error response from daemon: pull access denied for nosuch, repository does not exist',
  'Error: unable to connect to Podman. Please verify your connection to the Linux system using `podman system connection list`',
  'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?',
  "java.io.IOException: Backing channel 'agent-7' is disconnected.",
  'hudson.remoting.ChannelClosedException: Channel "agent-7": Remote call failed',
  'The hosted runner: runner-3 lost communication with the server.',
  'ERROR: Job failed (system failure): prepare environment: exit code 1',
])('%j is a failed engine', async (output) => {
  expect((await lastTold(output, 'docker'))[0]).toBe('engine-failed')
})

test.each([
  'toomanyrequests: You have reached your pull rate limit.',
  'error from registry: toomanyrequests: slow down, see the pull rate limit of this registry',
])('%j is the limit of the registry', async (output) => {
  const [signal] = await toolSignals(output)
  expect([signal?.what, signal?.detail.code, signal?.detail.transient]).toEqual([
    'engine-failed',
    'toomanyrequests',
    true,
  ])
})

test.each([
  [
    'ERROR: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 1',
    'build-failed',
  ],
  [
    'ERROR: failed to solve: process "/bin/sh -c pip install -r r.txt" did not complete successfully: exit code: 1',
    'install-failed',
  ],
  ["The command '/bin/sh -c make all' returned a non-zero code: 2", 'build-failed'],
  [
    'ERROR: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 137',
    'killed',
  ],
  [
    'ERROR: failed to solve: node:99: failed to resolve source metadata for docker.io/library/node:99: not found',
    'install-failed',
  ],
  ['ERROR: failed to solve: dockerfile parse error on line 3: unknown instruction: RUNN', 'build-failed'],
])('a failing step of %j is %s', async (output, what) => {
  expect((await lastTold(output, 'docker'))[0]).toBe(what)
})

test('a compiler error inside a failed step wins', async () => {
  const output =
    "#8 2.101 src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n#8 ERROR: process \"/bin/sh -c npm run build\" did not complete successfully: exit code: 2"
  expect(await failuresIn(output)).toEqual(['tsc: build-failed'])
})

test('a built image is a passed build', async () => {
  expect(
    (await lastTold('Successfully built 0123456789ab\nSuccessfully tagged app:latest', 'docker'))[0],
  ).toBe('build-passed')
})

test('prose about docker is no failed engine', async () => {
  const output =
    'Checking whether docker is installed... yes\nREADME: if you cannot connect to the Docker daemon, start it.\n#5 [2/4] RUN echo "failed to solve"\n#5 DONE 0.2s'
  expect(await failuresIn(output)).toEqual([])
})

test.each([
  ['ERROR: failed to build: failed to solve: process', 'build-failed'],
  ['ERROR: failed to build: failed to solve: process "/bin/sh -c mvn package', 'build-failed'],
  ['error building image: error building stage: failed to execute command: exit status 1', 'build-failed'],
  ['error building image: failed to get filesystem from image: stream error', 'engine-failed'],
  ['ERROR: for api  Container "925e231df5aa" is unhealthy.', 'engine-failed'],
  ['Error response from daemon: Conflict. The container name "/cart" is already in use', 'install-failed'],
])('%j is read as %s', async (output, what) => {
  expect((await lastTold(output, 'docker'))[0]).toBe(what)
})

test('a missing image follows from the failure before it', async () => {
  const output = '=== 1 failed, 2 passed in 1.20s ===\nError response from daemon: No such image: cart:1\n'
  expect(await failuresIn(output)).toEqual(['pytest: tests-failed'])
})
