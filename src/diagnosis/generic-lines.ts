/**
 * Lines that say that something failed, but not what: wrappers, closing words, the report of a step. If such a line
 * decides, the line that says what is wrong is shown before it.
 */
import { anyOf } from '../signals/any-of.ts'

type GenericLine = {
  readonly id: string
  readonly sentence: string
  readonly form: RegExp
  /** On which side of the line the tool says more. */
  readonly cause: 'below' | 'above'
  /** So many lines below it belong to it. */
  readonly lines?: number
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

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
    id: 'generic.crashed',
    sentence: 'A shell says which command died; the program said before what was wrong.',
    form: /^(?:\S{1,200}: line \d+: +\d+ )?(?:Aborted|Abort trap: 6) {1,20}\(core dumped\)/,
    cause: 'above',
    lines: 60,
    yes: ['/tmp/step.sh: line 1:  6680 Aborted                 (core dumped) ./cart'],
    no: ['Fatal Python error: Aborted'],
  },
  {
    id: 'generic.report',
    sentence: 'A build says only where the report of the tests is, or counts what it found.',
    form: /^\W{0,4}There were failing (?:tests|checks)\b|^(?:Validation Error|Error) Count: \d+$/,
    cause: 'above',
    yes: [
      '> There were failing tests. See the report at: file:///src/build/index.html',
      'Validation Error Count: 1',
    ],
    no: ['> There was an error in the cart'],
  },
  {
    id: 'generic.test-output',
    sentence: 'The heading above the output of a failed test.',
    form: /^-{2,8} .{1,200} (?:stdout|stderr) -{2,8}$/,
    cause: 'below',
    lines: 12,
    yes: ['---- cart::tests::adds_the_price stdout ----'],
    no: ['-- the cart was empty'],
  },
  {
    id: 'generic.make',
    sentence: 'A build tool stopped after a command that failed.',
    form: /^(?:\S*\/)?\w*make(?:\.exe)?(?:\[\d+\])?: \*\*\* (?:\[.*\] \S+(?: \S+)? -?\d+\s?$|\[.*\] Error|Waiting for )|^\*\*\* \[.*\] Error \d|^=+ \d+ failed, \d+ succeeded in |^ninja: build stopped|^-- Configuring incomplete|^FAILED: Build did NOT|^scons: building terminated|\bcompilation terminated\.$|\bld returned \d+ exit status|\blinker command failed\b|^(?:\d+ warnings? and )?\d+ errors? generated\.?$/,
    cause: 'above',
    yes: [
      'make: *** Waiting for unfinished jobs....',
      'make[2]: *** [lib/Makefile:12: cart.o] Error 1',
      'make: *** [Makefile:165: cart] 오류 1',
      '*** [.pio/build/uno/src/cart.o] Error 1',
      '=========== 1 failed, 1 succeeded in 00:00:06.461 ===========',
      'ninja: build stopped: subcommand failed.',
      'collect2: error: ld returned 1 exit status',
    ],
    no: ["make: *** No rule to make target 'cart.h', needed by 'cart.o'.  Stop."],
  },
  {
    id: 'generic.target',
    sentence: 'Ninja names the target that failed; the command and its output are below.',
    form: /^FAILED: (?:\[code=\d+\] )?\S+$/,
    cause: 'below',
    yes: ['FAILED: src/CMakeFiles/cart.dir/cart.cpp.o'],
    no: ['FAILED: 3 checks'],
  },
  {
    id: 'generic.rust',
    sentence: 'Cargo counts the errors that the compiler told before.',
    form: /^error: (?:could not compile `|aborting due to )|^could not compile dependency :/,
    cause: 'above',
    yes: [
      'error: could not compile `cart` (lib) due to 2 previous errors',
      'error: aborting due to 3 previous errors',
    ],
    no: ['error: cannot find macro `cart` in this scope'],
  },
  {
    id: 'generic.build-failed',
    sentence: 'A build failed, and no more is said.',
    form: /^\W*(?:(?:\S+: )?[Ee]rror: |ERROR: |ERROR\] |Building: |FAILURE: ){0,4}(?:[\w:.-]+ ){0,3}(?:[Bb]uild|BUILD|[Cc]ompilation|[Bb]undling|[Cc]ompiler run|[Oo]peration|[Ii]nstallation|[Dd]eployment) (?:has |:\S+ )?(?:failed|FAILED|error occurred|unsuccessful)(?:\. Not running target)?(?: (?:with (?:an exception|(?:\d+ )?errors?)|in .{1,20}|because of \w+ errors))?[.:!]*$|^\W*(?:Building: |[Ee]rror: )?[Ff]ailed to build(?: [\w.-]{1,40})?\.?$|^\W*error during build:$|^\W*[01] [Ee]rror\(s\)(?: occurred:)?$|\bFAILED$|\bCompilation error\. See log|\[build failed\]$|\[setup failed\]$/,
    cause: 'below',
    yes: [
      'Build FAILED.',
      'ERROR: Build failed. Not running target',
      'BUILD FAILED in 3s',
      'FAILURE: Build failed with an exception.',
      '✘ [ERROR] Build failed with 2 errors:',
      'Error: Turbopack build failed with 1 errors:',
      'Failed to build.',
      'error during build:',
      '│ Error: Operation failed',
      '! Build :cart failed!',
      'FAIL\texample.com/cart [build failed]',
      'Error: Compiler run failed:',
    ],
    no: [
      'Build failed: no package.json in /src',
      'error: Failed to compile cart.c: unknown type name cart_t',
    ],
  },
  {
    id: 'generic.bundle',
    sentence: 'Metro or TeX stopped; what stopped it is below.',
    form: /^(?:[A-Z]\w{1,12} )?Bundling failed \d+m?s\b|^! Emergency stop\.$/,
    cause: 'below',
    lines: 12,
    yes: ['Web Bundling failed 1448ms index.js (3 modules)', '! Emergency stop.'],
    no: ['! Undefined control sequence.'],
  },
  {
    id: 'generic.not-compiled',
    sentence: 'A bundler could not compile; its errors are below, between warnings.',
    form: /^\W*(?:Building: )?Failed to (?:compile|type check)\.?$/,
    cause: 'below',
    lines: 400,
    yes: ['Failed to compile.', 'Building: Failed to type check.'],
    no: ['Failed to compile cart.c'],
  },
  {
    id: 'generic.closing',
    sentence: 'The closing words of a run of tests, tasks or a time limit; what failed is above.',
    form: /\b(?:log|logs|errors?|output|messages?|details)(?: (?:are|is))? (?:above|below)\b\W*$|\bsee (?:the )?(?:log|logs|output|errors?|messages?)(?: \w+){0,2} (?:above|below|for details)\W*$|^\W*(?:\[error\] )?(?:one|two|three|\d+) errors? found\W*$|^\W*ERROR: Failed to \w+ \w+\.?$|^\W*(?:Test Suite Failed|Tests? [Ff]ailed\.?|The (?:build|job) has been (?:terminated|stopped)\.?)$|\bok=\d+\s+changed=\d+\s+unreachable=\d+\s+failed=\d+|\) Compilation failed$|^\*\* \w+(?: \w+)? FAILED \*\*$|\bFailed to execute goal \S*(?:compiler|surefire|failsafe|scala|kotlin)\S*:.*(?:Compilation failure|test failures\.?)[: ]*$|\bunhandled exception: FAILED: |^execute_process failed command indexes:$|\[FAILED\] Took [\d.]+ seconds|\bfailed to push because we ran out of retries\b|\bfailed with unknown error\b/,
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
    id: 'generic.task',
    sentence: 'A task or a part of a build failed; its causes are told below.',
    form: /^\W*(?:Execution failed for task '[^']+'\.?|A failure occurred while executing \S+|A problem occurred (?:configuring|evaluating) .{1,200}|Could not determine the dependencies of task '[^']+'\.?)$/,
    cause: 'below',
    lines: 8,
    yes: [
      "Execution failed for task ':app:mergeDebugResources'.",
      '> A failure occurred while executing com.example.Work$Action',
      "A problem occurred configuring root project 'cart'.",
    ],
    no: ["Could not find method cart() for arguments [1] on project ':app'."],
  },
  {
    id: 'generic.child-build',
    sentence: 'Gradle quotes the output of a build below it, or numbers the failures.',
    form: /^\W{0,4}[\w.]{1,200}ProcessException: ninja: Entering directory |^\d+: Task failed with an exception\.$/,
    cause: 'below',
    lines: 80,
    yes: ['> com.example.process.ProcessException: ninja: Entering directory `/src/cart/.cxx`'],
    no: ['ninja: error: loading build.ninja: No such file or directory'],
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
    id: 'generic.no-tests',
    sentence: 'A file of tests could not be loaded, so there were none to count.',
    form: /^Tests +no tests$/,
    cause: 'above',
    yes: ['Tests  no tests'],
    no: ['Error: no tests were found'],
  },
  {
    id: 'generic.build-script',
    sentence: 'A script of a package failed; its whole output is below.',
    form: /^error: failed to run custom build command for /,
    cause: 'below',
    lines: 1500,
    yes: ['error: failed to run custom build command for `cart-sys v0.2.7`'],
    no: ['error: failed to parse manifest at `/src/Cargo.toml`'],
  },
  {
    id: 'generic.subprocess',
    sentence: 'A program that pip ran failed; its output is below.',
    form: /\bsubprocess-exited-with-error$/,
    cause: 'below',
    lines: 80,
    yes: ['  error: subprocess-exited-with-error'],
    no: ['  error: command gcc failed'],
  },
  {
    id: 'generic.npm-code',
    sentence: 'npm names a code, and says in the next line what it means.',
    form: /^npm (?:ERR!|error) code E[A-Z\d]+$/,
    cause: 'below',
    lines: 4,
    yes: ['npm ERR! code ERESOLVE', 'npm error code E404'],
    no: ['npm ERR! ERESOLVE unable to resolve dependency tree'],
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
    id: 'generic.script',
    sentence: 'A package manager or a bundler says only that a script or a build failed.',
    form: /^(?:npm (?:ERR!|error) )?Lifecycle script `[^`]{1,80}` failed with error:$|^\W*Build failed because of \w{1,30} errors$/,
    cause: 'above',
    yes: [
      'npm error Lifecycle script `build` failed with error:',
      '> Build failed because of webpack errors',
    ],
    no: ['npm error Missing script: "build"'],
  },
  {
    id: 'generic.failures',
    sentence: 'The heading above the failed tests.',
    form: /^=+ (?:FAILURES|ERRORS) =+$/,
    cause: 'below',
    lines: 200,
    yes: ['========== FAILURES =========='],
    no: ['========== 3 failed in 0.2s =========='],
  },
  {
    id: 'generic.runtime',
    sentence: 'A runtime closes with its version; the error is above its stack.',
    form: /^(?:Bun v\d|Node\.js v\d)\S*(?: \(.{1,60}\))?$/,
    cause: 'above',
    lines: 60,
    yes: ['Node.js v22.1.0', 'Bun v1.2.19 (Linux x64 baseline)'],
    no: ['Node.js v22.1.0 is too old'],
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
    id: 'generic.previous',
    sentence: 'The errors are before this line.',
    form: /^(?:\w+: )?\w+ has failed(?: to format)?[.,] [Ss]ee previous \d+ errors?\.?$|^Build failed due to errors\.?$|^\W*(?:ERROR:: )?Couldn't install package: \{\}$/,
    cause: 'above',
    yes: ['rustfmt has failed, see previous 2 errors', 'Build failed due to errors'],
    no: ['rustfmt has failed: src/cart.rs is not UTF-8'],
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
    id: 'generic.derivation',
    sentence: 'Nix names the part that could not be built, and its log is before.',
    form: /\b(?:build|builder) (?:of|for) '\/nix\/store\/[^']+' failed\b|^cannot build derivation '[^']+': \d+ dependenc|^npm (?:ERR!|error) Failed at the \S+ \S+ script/,
    cause: 'above',
    yes: [
      "error: build of '/nix/store/abc-cart.drv' failed",
      'npm ERR! Failed at the cart@1.0.0 build script.',
    ],
    no: ["error: attribute 'cart' missing"],
  },
  {
    id: 'generic.heading',
    sentence: 'A heading above the words that say what is wrong.',
    form: /^CMake Error at \S+:\d+ \(\w+\):$|\bfatal: \[[^\]]+\]: FAILED! =>\s*\{?$|^\W*(?:Error: )?Error (?:applying|running|refreshing|loading) [\w ]{1,30}:$|^\W*An issue was found when checking .{1,60}:$|^\W*Error: (?:Error in function call|Invalid function argument|Operation failed|Unsupported argument|Invalid value for variable|Reference to undeclared \w+)$|^\W*(?:An )?error occurred:?$|^(?:# )?(?:Error|ERROR|error):$|^(?:Error|ERROR): [A-Z]{1,4}\d{3,5}$|^#=== ERROR while \w+ \S+ =+#$|^Error occurred prerendering page "[^"]{1,200}"\.(?: Read more: \S+)?$|^The following build commands failed:$|\bMultipleCompilationErrorsException: startup failed:$|\bFailed to build \S+ because it depends on\b/,
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
      '│ Error: Error in function call',
    ],
    no: [
      'fatal: [localhost]: FAILED! => {"msg": "no such package"}',
      'Error: No value for required variable',
    ],
  },
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
