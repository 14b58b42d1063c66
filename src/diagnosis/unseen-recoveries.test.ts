import { expect, test } from 'vitest'
import { saidOf } from '../../tests/said-of.ts'

test.each([
  [
    'a summary of dotnet in another language',
    'succeeded 2',
    [
      '      System.InvalidOperationException: boum',
      'Réussi!  - échec :     0, réussite :    18, ignorée(s) :     1, total :    19, durée : 212 ms - Carts.dll (net8.0)',
    ],
  ],
  [
    'a test that Gradle tried again',
    'succeeded 4',
    [
      'CartTest > sum() FAILED',
      'CartTest > sum() PASSED',
      '4 tests completed, 1 failed',
      'BUILD SUCCESSFUL in 1m 12s',
    ],
  ],
  [
    'a download from the next mirror',
    'succeeded 4',
    [
      'curl: (28) Failed to connect to cdn1.example port 443 after 5001 ms: Timeout was reached',
      '==> Mirror 1 failed, trying mirror 2',
      '==> Verifying checksum... ok',
      '==> carts v0.18.2 is installed to /opt/carts/bin/carts',
    ],
  ],
  [
    'a warning that points to code',
    'succeeded 5',
    [
      'warning: Unused variable',
      '  ┌─ /src/cart.gleam:21:7',
      '  │',
      '21│   let sum = 1',
      '14 passed, no failures',
    ],
  ],
  [
    'a request of an agent that was tried again',
    'undetermined -',
    [
      'mini-swe-agent (step 1, $0.01):',
      '2025-08-11 16:24:48,911 - minisweagent - WARNING - Retrying query in 4.0 seconds as it raised APIConnectionError: litellm.APIConnectionError: Connection error.',
      ...Array.from(
        { length: 6 },
        (_, line) => `2025-08-11 16:31:0${line},117 - minisweagent - INFO - Saved cart ${line}`,
      ),
    ],
  ],
  [
    'a build that an agent repaired before its report',
    'succeeded 6',
    [
      '> I will read the carts with the model first.',
      'src/cart.ts(1,7): error TS2322: Type x is not assignable.',
      '> Let me fix the type.',
      'Updating: src/cart.ts',
      "> I've run the build again.",
      'I implemented the cart and all tests pass.',
    ],
  ],
  [
    'benchmarks that ignore every test',
    'undetermined -',
    [
      'test result: ok. 0 passed; 0 failed; 13 ignored; 0 measured; 0 filtered out; finished in 0.00s',
      'Timing cart',
      'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    ],
  ],
  [
    'a placeholder for what is missing',
    'undetermined 1',
    [
      "Error: Texture 'cart.png' not found, using placeholder",
      'Fra:1 Mem:20M',
      'Fra:2 Mem:20M',
      'Fra:3 Mem:20M',
    ],
  ],
] as const)('calls %s no failure', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})
