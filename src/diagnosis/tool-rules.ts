import { BUILD_NEEDS, KNOWN_PACKAGE_MISSING } from './build-needs.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { What } from '../signals/signal.ts'
import { NO_LOGIN } from './login-forms.ts'
import type { Example, Rule } from './rule.ts'

type Spec = {
  readonly id: string
  readonly what: What
  readonly reason: Reason
  readonly sentence: string
  readonly root?: boolean
  readonly stages?: readonly Stage[]
  readonly says?: RegExp
  readonly names?: RegExp
  readonly notBy?: readonly string[]
  readonly yes: readonly Example[]
  readonly no: readonly Example[]
}

const log = (output: string, stage: Stage, exitCode: number): Example => ({ output, stage, exitCode })
const green = log(
  '= test session starts =\ntests/test_errors.py::test_build_failed_message PASSED\n=== 12 passed in 1.20s ===',
  'final_test',
  0,
)

/** The folder in which npm installs the known agents. */
const AGENT_FOLDER =
  /\/node_modules\/(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|opencode-ai|@qwen-code\/qwen-code|@github\/copilot)\//

const specs: readonly Spec[] = [
  {
    id: 'tool.out-of-memory',
    what: 'out-of-memory',
    reason: 'OUT_OF_MEMORY',
    sentence: 'The system or the runtime reports that memory ran out.',
    root: true,
    yes: [
      log(
        'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
        'final_test',
        134,
      ),
    ],
    no: [green],
  },
  {
    id: 'tool.compiler-killed',
    what: 'killed',
    reason: 'OUT_OF_MEMORY',
    sentence:
      'A compiler or linker was killed, and Mayday did not watch the machine. The usual cause is a lack of memory.',
    says: /\b(?:cc1|cc1plus|collect2|ld|lld|clang|rustc|gcc|g\+\+|compiler error)\b/,
    root: true,
    yes: [log('collect2: fatal error: ld terminated with signal 9 [Killed]', 'final_test', 2)],
    no: [green, log('Killed', 'final_test', 1)],
  },
  {
    id: 'tool.killed',
    what: 'killed',
    reason: 'WORKER_CRASHED',
    sentence: 'A process was killed, and nothing proves that memory ran out.',
    yes: [log('run.sh: line 1:  1122 Killed                  node server.js', 'final_test', 1)],
    no: [green, log('Out of memory: Killed process 4242 (node) total-vm:9000kB', 'final_test', 1)],
  },
  {
    id: 'tool.disk-full',
    what: 'disk-full',
    reason: 'DISK_FULL',
    sentence: 'The system reports that the disk is full.',
    root: true,
    yes: [log('tar: ./a: Cannot write: No space left on device', 'setup', 2)],
    no: [green],
  },
  {
    id: 'tool.engine',
    what: 'engine-failed',
    reason: 'SANDBOX_ERROR',
    sentence: 'The container engine or the build machine failed.',
    root: true,
    yes: [
      log(
        'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
        'setup',
        1,
      ),
    ],
    no: [green],
  },
  {
    id: 'tool.clone',
    what: 'clone-failed',
    reason: 'GIT_CLONE_FAILED',
    sentence: 'git reports that the repository could not be fetched.',
    yes: [log("fatal: repository 'https://example.org/x.git/' not found", 'git_clone', 128)],
    no: [green],
  },
  {
    id: 'tool.checkout',
    what: 'checkout-failed',
    reason: 'GIT_CHECKOUT_FAILED',
    sentence: 'git reports that the commit or branch could not be checked out.',
    yes: [log("error: pathspec 'no-such-branch' did not match any file(s) known to git", 'git_checkout', 1)],
    no: [green],
  },
  {
    id: 'tool.patch',
    what: 'patch-failed',
    reason: 'TOOL_ERROR',
    sentence: 'A patch did not apply.',
    yes: [log('error: patch failed: src/a.py:12\nerror: src/a.py: patch does not apply', 'agent_run', 1)],
    no: [green],
  },
  {
    id: 'tool.login',
    what: 'install-failed',
    reason: 'AUTH_FAILED',
    sentence: 'A deployment was refused because its tool has no valid login.',
    says: NO_LOGIN,
    yes: [
      log(
        'Error: failed to fetch an image or build from source: You must be authenticated to view this.',
        'setup',
        1,
      ),
    ],
    no: [green, log('Error: release command failed - aborting deployment', 'setup', 1)],
  },
  {
    id: 'tool.install',
    what: 'install-failed',
    reason: 'SETUP_FAILED',
    sentence: 'A package manager reports that an install failed, or a program lacks a package of others.',
    yes: [
      log(
        'Traceback (most recent call last):\n  File "/srv/shop/report.py", line 3, in <module>\n    import geopandas\nModuleNotFoundError: No module named \'geopandas\'',
        'final_test',
        1,
      ),
      log(
        "Error: Cannot find module 'express'\nRequire stack:\n- /srv/shop/index.js\n    at Module._load (node:internal/modules/cjs/loader:1051:27)",
        'final_test',
        1,
      ),
      log(
        'ERROR: Could not find a version that satisfies the requirement nosuchthing==9\nERROR: No matching distribution found for nosuchthing==9',
        'setup',
        1,
      ),
    ],
    no: [
      log(
        'Traceback (most recent call last):\n  File "/srv/shop/report.py", line 3, in <module>\n    import utils\nModuleNotFoundError: No module named \'utils\'',
        'final_test',
        1,
      ),
      log(
        "Error: Cannot find module './lib/cart'\nRequire stack:\n- /srv/shop/index.js\n    at Module._load (node:internal/modules/cjs/loader:1051:27)",
        'final_test',
        1,
      ),
      green,
    ],
  },
  {
    id: 'tool.agent-missing',
    what: 'command-missing',
    reason: 'LAUNCH_REJECTED',
    sentence: 'The command of the agent is not installed.',
    names:
      /^(?:\S*\/)?(?:claude|codex|gemini|opencode|aider|goose|copilot|cursor-agent|amp|droid|crush|qwen|kilocode|auggie|openhands)$/,
    yes: [
      log('./loop.sh: line 12: claude: command not found', 'agent_run', 127),
      log('Error: spawn codex ENOENT', 'agent_run', 1),
    ],
    no: [log('./loop.sh: line 12: jq: command not found', 'agent_run', 127), green],
  },
  {
    id: 'tool.command-missing',
    what: 'command-missing',
    reason: 'SETUP_FAILED',
    sentence: 'A required command is not installed.',
    yes: [log('bash: line 1: pnpm: command not found', 'final_test', 127)],
    no: [green],
  },
  {
    id: 'tool.agent-module',
    what: 'build-failed',
    reason: 'LAUNCH_REJECTED',
    sentence:
      'The program of the agent cannot be loaded: a part is missing, or its Node or Python version does not fit.',
    stages: ['agent_run', 'launch'],
    says: new RegExp(
      `\\bCannot find (?:module|package) '[^']{0,300}${AGENT_FOLDER.source}|\\bNo module named '(?:aider|openhands|sweagent|minisweagent)['.]`,
    ),
    names: AGENT_FOLDER,
    yes: [
      log(
        "Error: Cannot find module '/usr/lib/node_modules/@qwen-code/qwen-code/cli.js'\n    at Module._load (node:internal/modules/cjs/loader:1051:27)",
        'agent_run',
        1,
      ),
      log(
        'file:///usr/lib/node_modules/@google/gemini-cli/node_modules/string-width/index.js:16\n\nSyntaxError: Invalid regular expression flags\n    at ESMLoader.moduleStrategy (node:internal/modules/esm/translators:119:18)\n\nNode.js v18.19.0',
        'agent_run',
        1,
      ),
      log(
        'Traceback (most recent call last):\n  File "/home/dev/.local/bin/aider", line 5, in <module>\nModuleNotFoundError: No module named \'aider\'',
        'agent_run',
        1,
      ),
    ],
    no: [
      log("Error: Cannot find module '/home/dev/shop/dist/cart.js'", 'agent_run', 1),
      log(
        "Error: Cannot find module '/usr/lib/node_modules/@qwen-code/qwen-code/cli.js'\n    at Module._load (node:internal/modules/cjs/loader:1051:27)",
        'final_test',
        1,
      ),
      green,
    ],
  },
  {
    id: 'tool.build-needs',
    what: 'build-failed',
    reason: 'SETUP_FAILED',
    sentence: 'A build lacks a key, a license, an SDK or a tool chain, or its password is wrong.',
    says: BUILD_NEEDS,
    yes: [
      log(
        'FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task \':app:packageRelease\'.\n> com.android.ide.common.signing.KeytoolException: Failed to read key shop from store "shop.keystore": keystore password was incorrect\n\nBUILD FAILED in 3s',
        'final_test',
        1,
      ),
    ],
    no: [
      log("src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.", 'final_test', 2),
      green,
    ],
  },
  {
    id: 'tool.package-missing',
    what: 'build-failed',
    reason: 'SETUP_FAILED',
    sentence: 'The program cannot load a well-known package, so its dependencies are not installed.',
    says: KNOWN_PACKAGE_MISSING,
    // pytest imports the code of the project.
    notBy: ['pytest'],
    yes: [
      log(
        'Traceback (most recent call last):\n  File "/srv/shop/report.py", line 3, in <module>\n    from torch.carts import Cart\nModuleNotFoundError: No module named \'torch.carts\'',
        'final_test',
        1,
      ),
    ],
    no: [
      log(
        'Traceback (most recent call last):\n  File "/srv/shop/report.py", line 3, in <module>\n    from shop.cart import total\nModuleNotFoundError: No module named \'shop.cart\'',
        'final_test',
        1,
      ),
      green,
    ],
  },
  {
    id: 'tool.build',
    what: 'build-failed',
    reason: 'BROKEN_BUILD',
    sentence: 'A compiler, bundler or loader reports that the code cannot be built or loaded.',
    yes: [
      log("src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.", 'final_test', 2),
    ],
    no: [green],
  },
  {
    id: 'tool.tests',
    what: 'tests-failed',
    reason: 'TESTS_FAILED',
    sentence: 'A test runner reports failed tests.',
    yes: [
      log(
        'FAILED tests/test_a.py::test_x - assert 1 == 2\n=== 1 failed, 11 passed in 1.20s ===',
        'final_test',
        1,
      ),
    ],
    no: [green],
  },
  {
    id: 'tool.cut-tests',
    what: 'tests-cut-off',
    reason: 'TESTS_FAILED',
    sentence: 'Single tests failed, and the output ends before the test runner gives its verdict.',
    stages: ['final_test', 'baseline_run'],
    yes: [
      {
        output:
          '= test session starts =\ncollected 3 items\n\ntests/test_a.py::test_x FAILED   [ 33%]\ntests/test_a.py::test_y PASSED   [ 66%]',
        stage: 'final_test',
      },
      { output: '--- FAIL: TestCart (0.02s)\n=== RUN   TestSlow', stage: 'final_test' },
    ],
    no: [
      {
        output: '= test session starts =\ncollected 3 items\n\ntests/test_a.py::test_x PASSED   [ 33%]',
        stage: 'final_test',
      },
      { output: '--- FAIL: TestCart (0.02s)\nI fixed the cart.', stage: 'agent_run' },
      green,
    ],
  },
  {
    id: 'tool.lint',
    what: 'lint-failed',
    reason: 'TESTS_FAILED',
    sentence: 'A linter or type checker reports problems.',
    yes: [
      log(
        "/home/dev/project/a.js\n  1:7  error  'x' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
        'final_test',
        1,
      ),
    ],
    no: [green],
  },
  {
    id: 'tool.no-tests',
    what: 'no-tests',
    reason: 'NO_TESTS_COLLECTED',
    sentence: 'A test runner found no tests.',
    yes: [log('collected 0 items\n\n=== no tests ran in 0.01s ===', 'final_test', 5)],
    no: [green],
  },
  {
    id: 'tool.launch',
    what: 'runner-error',
    reason: 'LAUNCH_REJECTED',
    sentence: 'A program of the run does not know one of its arguments. Test runners use the same words.',
    stages: ['agent_run', 'launch'],
    says: /^(?:\S+: )?(?:error: )?(?:unknown|unrecogni[sz]ed|unexpected|invalid) (?:option|flag|argument)s?\b/i,
    yes: [log('Unknown argument: --fast', 'agent_run', 1)],
    no: [log('Unknown argument: --fast', 'final_test', 1), green],
  },
  {
    id: 'tool.runner',
    what: 'runner-error',
    reason: 'INTERNAL_ERROR',
    sentence: 'A test runner reports an internal error.',
    yes: [
      log(
        'INTERNALERROR> Traceback (most recent call last):\nINTERNALERROR>   File "plugin.py", line 3',
        'final_test',
        3,
      ),
    ],
    no: [green],
  },
  {
    id: 'tool.segfault',
    what: 'segfault',
    reason: 'WORKER_CRASHED',
    sentence: 'A process crashed.',
    yes: [log('Segmentation fault (core dumped)', 'final_test', 139)],
    no: [green],
  },
  {
    id: 'tool.interrupt',
    what: 'interrupt',
    reason: 'INTERRUPTED',
    sentence: 'A tool reports that it was interrupted from the keyboard.',
    yes: [log('!!!!!!!!!!!!!!!!!!! KeyboardInterrupt !!!!!!!!!!!!!!!!!!!', 'final_test', 2)],
    no: [green],
  },
]

/** What build, test, install and system tools report about themselves. */
export const toolRules: readonly Rule[] = specs.map(({ what, ...spec }): Rule => ({
  ...spec,
  what: [what],
  sources: ['tool'],
}))
