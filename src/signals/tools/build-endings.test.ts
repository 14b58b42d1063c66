import { expect, test } from 'vitest'
import { failuresIn, toolSignals } from '../../../tests/tool-signals.ts'

test.each([
  [
    '========================= [FAILED] Took 3.36 seconds =========================',
    'embedded: build-failed',
  ],
  [
    '==================== 1 failed, 0 succeeded in 00:00:03.364 ====================',
    'embedded: build-failed',
  ],
  ['Compilation error: exit status 1', 'embedded: build-failed'],
  ['"Objects\\shop.axf" - 2 Error(s), 1 Warning(s).', 'embedded: build-failed'],
  [
    'A fatal error occurred: Failed to connect to ESP32: No serial data received.',
    'embedded: install-failed',
  ],
  [
    'xcodebuild: error: The workspace named "Shop" does not contain a scheme named "Cart".',
    'xcode: install-failed',
  ],
  ['** ARCHIVE FAILED **', 'xcode: build-failed'],
  ['** TEST BUILD FAILED **', 'xcode: build-failed'],
  ['[!] Invalid `Podfile` file: undefined method `cart`.', 'xcode: install-failed'],
  ['bundler: command not found: pod', 'xcode: command-missing'],
  ['lib/cart.dart:12:5: Error: Expected an identifier.', 'flutter: build-failed'],
  ['Error: Gradle task assembleDebug failed with exit code 1', 'flutter: build-failed'],
  ['* checking examples ... ERROR\nStatus: 1 ERROR, 2 NOTEs', 'r-check: tests-failed'],
  ['* checking whether package ‘cart’ can be installed ... ERROR\nStatus: 1 ERROR', 'r-check: build-failed'],
  ['ERROR: lazy loading failed for package ‘cart’', 'r-install: build-failed'],
  ['src/Cart.hs:3:5: error: [GHC-88464]', 'ghc: build-failed'],
  ['Error: [Cabal-7107]\nCould not resolve dependencies:', 'ghc: install-failed'],
  ['Error HH600: Compilation failed', 'solidity: build-failed'],
  ["ParserError: Expected ';' but got '}'\n --> contracts/Cart.sol:12:5:", 'solidity: build-failed'],
  ["Error: P1001: Can't reach database server at `localhost:5432`", 'migrations: install-failed'],
  ['Error code: P1012', 'migrations: build-failed'],
  ['  2026_01_01_000001_create_carts_table  10.55ms FAIL', 'migrations: install-failed'],
  ["FAILED: Can't locate revision identified by 'a1b2'", 'migrations: install-failed'],
  ['rails aborted!', 'migrations: install-failed'],
  ["ERROR: [Synth 8-439] module 'cart' not found [/home/dev/top.v:3]", 'hardware: build-failed'],
  ['Error (10161): Verilog HDL error at cart.v(12): object "a" is not declared', 'hardware: build-failed'],
  ['%Error: Exiting due to 2 error(s)', 'hardware: build-failed'],
  ['Latexmk: Errors, so I did not complete making targets', 'latex: build-failed'],
  ['Aborting batchmode due to failure:', 'game-engine: build-failed'],
  ["Can't locate Cart/Item.pm in @INC (you may need to install it)", 'small-languages: install-failed'],
  ['2 errors detected in the compilation of "cart.cu".', 'small-languages: build-failed'],
  [
    'error: Package ‘cart-1.2’ in /etc/nixos/cart.nix:3 is marked as insecure, refusing to evaluate.',
    'small-languages: install-failed',
  ],
  [
    '    - acme/cart 1.2 requires ext-gd * -> it is missing from your system.',
    'other-install: install-failed',
  ],
  ['Chocolatey installed 0/1 packages. 1 packages failed.', 'other-install: install-failed'],
])('%j is reported as %s', async (line, told) => {
  expect(await failuresIn(`${line}\n`)).toContain(told)
})

test.each([
  [
    '========================= 2 succeeded in 00:00:13.918 =========================',
    'embedded: build-passed',
  ],
  ['"Objects\\shop.axf" - 0 Error(s), 3 Warning(s).', 'embedded: build-passed'],
  ['Sketch uses 1024 bytes (3%) of program storage space.', 'embedded: build-passed'],
  ['** TEST BUILD SUCCEEDED **', 'xcode: build-passed'],
  ['Build complete! (3.21s)', 'xcode: build-passed'],
  ['✓ Built build/app/outputs/flutter-apk/app-release.apk (20.3MB)', 'flutter: build-passed'],
  ['Status: 1 WARNING, 3 NOTEs', 'r-check: tests-passed'],
  ['* DONE (cart)', 'r-install: install-passed'],
  ['[2 of 2] Compiling Main             ( app/Main.hs, dist/Main.o )', 'ghc: build-passed'],
  ['> Final cost:          0.0256 ETH', 'solidity: build-passed'],
  ['Your database is now in sync with your schema.', 'migrations: install-passed'],
  [
    'Successfully applied 2 migrations to schema "public" (execution time 00:00.142s)',
    'migrations: install-passed',
  ],
  ['Info: Program finished normally.', 'hardware: build-passed'],
  ['Output written on cart.pdf (24 pages, 181787 bytes).', 'latex: build-passed'],
  ['Exiting batchmode successfully now!', 'game-engine: build-passed'],
  ['Chocolatey installed 2/2 packages.', 'other-install: install-passed'],
])('%j is reported as %s', async (line, told) => {
  const signals = await toolSignals(`${line}\n`)
  expect(signals.map(({ what, detail }) => `${detail.by ?? ''}: ${what}`)).toContain(told)
})

test.each([
  ['a build of PlatformIO is no test run', '=== 1 failed, 0 succeeded in 00:00:03.364 ===', 'pytest'],
  ['a syntax error of a script is no contract', 'SyntaxError: Unexpected token }', 'solidity'],
  [
    'a warning of the contract compiler is no error',
    'Warning: Unused variable\n --> contracts/Cart.sol:3:1:',
    'solidity',
  ],
  ['a document with a warning is not a failure', 'LaTeX Warning: Reference `cart` undefined', 'latex'],
])('%s', async (_, text, by) => {
  const signals = await toolSignals(`${text}\n`)
  expect(signals.filter(({ detail }) => detail.by === by)).toEqual([])
})

test('a LaTeX error fails a document that was written', async () => {
  const log = '! Undefined control sequence.\nl.3 \\cart\nOutput written on cart.pdf (1 page, 900 bytes).\n'
  expect(await failuresIn(log)).toContain('latex: build-failed')
})

test("Gradle's advice is not the cause", async () => {
  const log = [
    '* What went wrong:',
    "Could not resolve all dependencies for configuration 'classpath'.",
    '   > Dependency requires at least JVM runtime version 11. This build uses a Java 8 JVM.',
    '* Try:',
    '> Run this build using a Java 11 or newer JVM.',
    'BUILD FAILED in 2s',
  ]
  expect(await failuresIn(log.join('\n'))).toEqual(['gradle: install-failed'])
})

test('a Maven goal that runs a program names no cause', async () => {
  const goal = '[ERROR] Failed to execute goal org.springframework.boot:spring-boot-maven-plugin:3.5.9:run'
  expect(await failuresIn(`${goal} (default-cli) on project shop: Process terminated\n`)).toEqual([
    'maven: failure',
  ])
})

test('a Gradle task that runs a program names no cause', async () => {
  const log = [
    '* What went wrong:',
    "Execution failed for task ':bootRun'.",
    "> Process 'command 'java'' finished with non-zero exit value 1",
    'BUILD FAILED in 2s',
  ]
  expect(new Set(await failuresIn(log.join('\n')))).toEqual(new Set(['gradle: failure']))
})

test.each([
  ['1:7>shop\\Cart.xaml(142,58): error MC3072: The property does not exist', 'dotnet: build-failed'],
  ['┌ Error: Error building `Cart`:', 'small-languages: install-failed'],
  ['Error: Processing of port cart failed', 'other-install: install-failed'],
  ['Error HHE3: No Hardhat config file found.', 'solidity: install-failed'],
  ["error: shop/Cart.lean: bad import 'Shop.Basic'", 'ruby-php-elixir: build-failed'],
  [
    '[ERROR] Failed to execute goal org.apache:maven-compiler-plugin:3.11.0:compile (x) on project shop: Fatal error compiling: invalid target release: 21',
    'maven: install-failed',
  ],
])('%j is also reported as %s', async (line, told) => {
  expect(await failuresIn(`${line}\n`)).toContain(told)
})
