/**
 * Lines that say that something failed, but not what: wrappers, closing words, the report of a step. If such a line
 * decides, the line that says what is wrong is shown before it.
 */
import { anyOf } from '../signals/any-of.ts'
import { genericBuildLines } from './generic-build-lines.ts'
import type { GenericLine } from './generic-line.ts'

export const genericLines: readonly GenericLine[] = [
  {
    id: 'generic.exit-code',
    sentence: 'A command ended with a code.',
    form: anyOf(
      [
        /^(?!Failed to build \S).*\b(?:exited|completed|failed|ended|finished|terminated|returned|exit)\b.{0,40}\b(?:code|status|exit value)\b[:=]? ?['"([]?(?:exit (?:status|code)[:=]? ?)?(?![45]\d\d\b)-?\d+/,
        /\bexited with ['"(]?\d{1,3}\b|\bexit(?:ing)? with (?:code|status) \d|\(exit (?:code )?\d{1,3}\)\W*$/,
        /(?:\bfailed to solve|\bERROR): process "|\bdid not complete successfully: exit code|\breturned? (?:a )?non-zero/,
        /\bERR! (?:code|errno) \d+$|\bnpm error code \d+$|\bERR! Exit status \d|\bELIFECYCLE\b/,
        /(?:metadata-generation-failed|failed-wheel-build-for-install)$/,
        /\bcommand failed(?: with status)?\W*$|\bdid not run successfully\.?$/,
        /\bnpm (?:ERR!|error) (?:path|workspace|location|command|syscall|errno|dest|A complete log|Failed at|This is probably not)\b/,
      ],
      'i',
    ),
    cause: 'above',
    yes: [
      '##[error]Process completed with exit code 1.',
      "##[error]Bash exited with code '1'.",
      'Error: Command "npm run build" exited with 1',
      'ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2',
      'npm ERR! code 1',
      'npm error syscall rmdir',
      'ERROR: (cart.ssh) [/usr/bin/ssh] exited with return code [255].',
      'npm error command failed',
      'error: metadata-generation-failed',
      ' ELIFECYCLE  Command failed with exit code 2.',
    ],
    no: [
      'GitHub release failed with status: 403',
      'main.c:3:5: error: expected expression',
      'listen failed: code is missing',
    ],
  },
  {
    id: 'generic.exception',
    sentence: 'An exception says only that a part of the work failed.',
    form: /^(?:(?:[A-Za-z_]\w{0,60}\.){1,12}[A-Z]\w{0,60}(?:Exception|Error): ){1,4}(?:The )?(?:[\w-]{1,40} ){1,5}?(?:has )?failed\W*$/,
    cause: 'above',
    yes: ['acme.remote.ProxyException: shop.build.CartException: Hook build execution failed!!'],
    no: ['shop.build.CartException: Login of ann failed: no password'],
  },
  {
    id: 'generic.callers',
    sentence: 'Octave lists the callers below this line; the error is above it.',
    form: /^error: called from$/,
    cause: 'above',
    yes: ['error: called from'],
    no: ['error: called a cart'],
  },
  {
    id: 'generic.crashed',
    sentence: 'A shell says which command died; the program said before what was wrong.',
    form: /^(?:\S{1,200}: line \d+: +\d+ )?(?:Aborted|Abort trap: 6) {1,20}\(core dumped\)/,
    cause: 'above',
    lines: 60,
    yes: ['/tmp/step.sh: line 1:  6680 Aborted                 (core dumped) ./cart'],
    no: ['Fatal Python error: Aborted'],
  },
  {
    id: 'generic.closing',
    sentence: 'The closing words of a run of tests, tasks or a time limit; what failed is above.',
    form: /\b(?:log|logs|errors?|output|messages?|details)(?: (?:are|is))? (?:above|below)\b\W*$|\bsee (?:the )?(?:log|logs|output|errors?|messages?)(?: \w+){0,2} (?:above|below|for details)\W*$|^\W*(?:\[error\] )?(?:one|two|three|\d+) errors? found\W*$|^\W*ERROR: Failed to \w+ \w+\.?$|^\W*(?:Test Suite Failed|Tests? [Ff]ailed\.?|The (?:build|job) has been (?:terminated|stopped)\.?)$|\bok=\d+\s+changed=\d+\s+unreachable=\d+\s+failed=\d+|\) Compilation failed$|^\*\* \w+(?: \w+)? FAILED \*\*$|\bFailed to execute goal \S*(?:compiler|surefire|failsafe|scala|kotlin)\S*:.*(?:Compilation failure|test failures\.?)[: ]*$|\bunhandled exception: FAILED: |^execute_process failed command indexes:$|^fastlane finished with errors$|\[FAILED\] Took [\d.]+ seconds|\bfailed to push because we ran out of retries\b|\bfailed with unknown error\b/,
    cause: 'above',
    yes: [
      '=========== [FAILED] Took 0.65 seconds ===========',
      'ERROR: failed to push because we ran out of retries.',
      'Test Suite Failed',
      'The build has been terminated',
      'node2 : ok=9    changed=2    unreachable=0    failed=0    skipped=21',
      '[error] (cart / Compile / compileIncremental) Compilation failed',
      '** ARCHIVE FAILED **',
      '[!] Error building the application - see the log above',
      '[error] one error found',
      'ERROR: Failed to make distribution',
      '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile (default-compile) on project cart: Compilation failure: Compilation failure:',
    ],
    no: ['3 failed, 10 passed'],
  },
  {
    id: 'generic.migration',
    sentence: 'The row of a migration that failed; the error of the database is below.',
    form: /^\d{4}_\d\d_\d\d_\d{6}_\w+\W.*\bFAIL$/,
    cause: 'below',
    lines: 8,
    yes: ['2026_04_07_132744_add_documents  4.64ms FAIL'],
    no: ['cart total ........ FAIL'],
  },
  {
    id: 'generic.traceback',
    sentence: 'A program only announces its stack; the error is below it.',
    form: /^ERROR: Exception:$/,
    cause: 'below',
    lines: 120,
    yes: ['ERROR: Exception:'],
    no: ['ERROR: the cart is empty'],
  },
  {
    id: 'generic.banner',
    sentence: 'A banner or heading above the error.',
    form: /^[\w ]{0,40}\bError -{5,}$|^⎯{3,20} [\w ]{1,40} ⎯{3,20}$|^.{0,160}\bThere was an error during the build:$/,
    cause: 'below',
    lines: 12,
    yes: [
      'Serverless Error ---------------------------------------',
      '⎯⎯⎯⎯⎯⎯⎯ Startup Error ⎯⎯⎯⎯⎯⎯⎯⎯',
      '[cart:build] There was an error during the build:',
    ],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'generic.git-remote',
    sentence: 'Git closes with the remote that refused.',
    form: /^\s?! \[remote rejected\] .{1,200} \((?:pre-receive hook|push) declined\b.{0,80}\)$|^fatal: Could not read from remote repository\.$|^error: failed to push some refs to /,
    cause: 'above',
    yes: [
      ' ! [remote rejected] main -> main (pre-receive hook declined)',
      'fatal: Could not read from remote repository.',
      "error: failed to push some refs to 'acme/shop'",
    ],
    no: ['git@example.org: Permission denied (publickey).'],
  },
  {
    id: 'generic.file-command',
    sentence: 'GitHub Actions says which file it could not read.',
    form: /^(?:##\[error\])?Unable to process file command '\w+' successfully\.$/,
    cause: 'below',
    lines: 2,
    yes: ["##[error]Unable to process file command 'env' successfully."],
    no: ["##[error]Invalid value. Matching delimiter not found 'EOF'"],
  },
  {
    id: 'generic.severity',
    sentence: 'A count of findings by severity; the findings are above.',
    form: /^(?:Undefined|Low|Medium|High|Critical): \d+$/,
    cause: 'above',
    yes: ['Medium: 1'],
    no: ['Medium: the price is not checked'],
  },
  {
    id: 'generic.compose',
    sentence: 'Compose closes with this line after the service that did not start.',
    form: /^ERROR: Encountered errors while bringing up the project\.?$/,
    cause: 'above',
    yes: ['ERROR: Encountered errors while bringing up the project.'],
    no: ['ERROR: for cart  Cannot start service cart'],
  },
  {
    id: 'generic.heading',
    sentence: 'A heading above the words that say what is wrong.',
    form: /^CMake Error at \S+:\d+ \(\w+\):$|\bfatal: \[[^\]]+\]: FAILED! =>\s*\{?$|^\W*(?:Error: )?Error (?:applying|running|refreshing|loading) [\w ]{1,30}:$|^\W*An issue was found when checking .{1,60}:$|^\W*Error: (?:Error in function call|Invalid function argument|Operation failed|Unsupported argument|Invalid value for variable|Reference to undeclared \w+)$|^\W*(?:An )?error occurred:?$|^(?:Fatal [Ee]rror|FATAL ERROR):$|^Error in routine \S+ \(-?\d+\):$|^ERROR: In procedure \S+:$|^(?:# )?(?:Error|ERROR|error):$|^(?:Error|ERROR): [A-Z]{1,4}\d{3,5}$|^#=== ERROR while \w+ \S+ =+#$|^Error occurred prerendering page "[^"]{1,200}"\.(?: Read more: \S+)?$|^The following build commands failed:$|\bMultipleCompilationErrorsException: startup failed:$|\bFailed to build \S+ because it depends on\b/,
    cause: 'below',
    yes: [
      'CMake Error at CMakeLists.txt:12 (find_package):',
      'fatal: [localhost]: FAILED! => {',
      'Error applying plan:',
      'Error: Error applying plan:',
      'Error: P1002',
      '#=== ERROR while compiling cart.1.1.2 ======#',
      'Error occurred prerendering page "/cart". Read more: https://example.com',
      'The following build commands failed:',
      'org.codehaus.groovy.control.MultipleCompilationErrorsException: startup failed:',
      'cabal: Failed to build cart-1.2 because it depends on',
      'Error in routine readcart (1):',
      'Fatal error:',
      '│ Error: Error in function call',
    ],
    no: [
      'fatal: [localhost]: FAILED! => {"msg": "no such package"}',
      'Error: No value for required variable',
    ],
  },
  ...genericBuildLines,
]

/** A line that only continues another one: a stack frame, an arrow to a place. */
const PART = /^\s*(?:at \S|--> \S|\.\.\. \d|\|)|^[^\s(]{1,300}\.\w{1,5}proj\]$/

/** A line that only continues the words of the line above it. */
const isPart = (line: string): boolean => PART.test(line)

/** Where the output says more about the error; null if the line says it itself. */
export function causeOf(line: string): Pick<GenericLine, 'cause' | 'lines'> | null {
  const bare = line.trim()
  const known = genericLines.find(({ form }) => form.test(bare))
  return known ?? (isPart(line) ? { cause: 'above' } : null)
}

export const isGeneric = (line: string): boolean => causeOf(line) !== null
