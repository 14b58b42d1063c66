/** The rules that are code, not a pattern: the id of each, and its sentence in the documentation. */
export const namedRules = {
  'ending.time-limit': 'Exit code 124: a time limit ended the run.',
  'ending.interrupt': 'SIGINT, or exit code 130: the run was interrupted.',
  'ending.terminated': 'Another process ended the agent with SIGTERM.',
  'ending.killed':
    'SIGKILL of a command, or exit code 137 of an unknown program. Benchmarks treat this as a time limit, and so does Mayday.',
  'ending.agent-killed': 'SIGKILL ended an agent while it was working.',
  'ending.crash': 'A signal such as SIGSEGV or SIGABRT ended the process.',
  'ending.container': 'Exit code 125: the container engine itself failed.',
  'ending.lost': 'The process is gone, and its ending was not observed.',
  'ending.out-of-memory':
    'SIGKILL, and during the run the memory limit was hit or the kernel killed a process for lack of memory.',
  'ending.child-out-of-memory':
    'A child process was killed, and during the run the memory limit was hit or the kernel killed a process for lack of memory.',
  'ending.step-killed': 'SIGKILL ended a step of a CI job.',
  'mayday.rejected': 'Mayday refused to start the run.',
  'mayday.not-started': 'The system refused to execute the command, so nothing ran.',
  'mayday.disk-full': 'The run failed, and the disk of its log or its work tree was full at the end.',
  'mayday.time-limit': 'Mayday stopped the run at its time limit.',
  'mayday.no-progress': 'Mayday stopped the run because it made no progress.',
  'mayday.loop':
    'Mayday stopped the run because it made no progress: it ran the same command 25 times or more.',
  'agent.asks': 'The agent asks in its last words what to do, and reports no work.',
  'program.died': 'An unknown program ended with an uncaught error, and no other rule matches the error.',
  'ending.bench-code':
    'Only the stage and the exit code are known, so the literal map of the bench dialect applies.',
  'stage.git_clone': 'The clone failed, and nothing more is known.',
  'stage.git_checkout': 'The checkout failed, and nothing more is known.',
  'stage.setup': 'The setup failed, and nothing more is known.',
  'stage.launch': 'The launch failed, and nothing more is known.',
  'stage.final_test': 'The verify command ended with exit code 1, and nothing more is known.',
  'step.check': 'A CI step failed, and its name says that it tests.',
  'step.build': 'A CI step failed, and its name says that it builds.',
  'tool.build-findings': 'A build tool failed because a checker that it started counts what it found.',
  'marker.claim': 'The agent claimed the reason with a marker.',
  'baseline.passes': 'The tests passed before the agent started, so the task cannot be judged.',
  'baseline.fails': 'The tests failed before the agent started, as they must.',
  'baseline.exit-1': 'The tests ended with exit code 1 before the agent started, as they must.',
  'baseline.not-valid': 'The tests could not run before the agent started.',
  'tests.none-left': 'Tests ran before the agent started, and none after it.',
  'tests.removed': 'Fewer tests ran after the agent than before it.',
  'tests.fail-with-exit-0': 'The command ended with exit code 0, but its report names failing tests.',
  'changes.none': 'The run succeeded, but it had to change files and changed none.',
  'history.circular': 'No other rule names a cause, and an earlier attempt tried the same.',
  'success.exit-0': 'The command ended with exit code 0.',
  'success.ci': 'The CI system reports that the job passed.',
  'success.stated': 'The output states its success at its end.',
  unknown: 'It failed, and no rule names a cause.',
  'unknown.cut-off': 'The output ends in the middle of the work.',
  undetermined: 'Nothing proves a failure or a success.',
} as const satisfies Readonly<Record<string, string>>

export type NamedRule = keyof typeof namedRules
