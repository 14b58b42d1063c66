import type { Command } from '../command.ts'
import { budget, compare, fallback, json, runLimits, trust } from './shared-options.ts'

export const running: readonly Command[] = [
  {
    name: 'run',
    summary: 'run an agent under supervision and record how it ended and why',
    usage:
      'mayday run [options] -- COMMAND [ARGUMENT…] | mayday run --agent NAME [options] PROMPT… | mayday run --task N',
    options: [
      {
        name: 'verify',
        value: 'SHELL',
        help: 'command to run after the agent; the run succeeds only if it passes',
      },
      ...compare,
      { name: 'setup', value: 'SHELL', help: 'command to run before everything else, e.g. "npm ci"' },
      {
        name: 'baseline',
        value: 'SHELL',
        help: 'test command to run before the agent; it must fail, or the agent is not started',
      },
      { name: 'timeout', value: 'TIME', help: 'timeout of the agent (default: 2h)' },
      ...runLimits,
      {
        name: 'agent',
        value: 'NAME',
        help: "start this agent; the words that follow are its prompt. With a command behind --: read the output as this agent's",
      },
      { name: 'model', value: 'MODEL', help: 'with --agent: the model to use' },
      { name: 'max-turns', value: 'N', help: 'with --agent: maximum number of turns' },
      {
        name: 'resume',
        value: 'RUN',
        help: 'continue the session of this run with the same agent; the prompt may be left out',
      },
      {
        name: 'prompt-file',
        value: 'FILE',
        help: "file for the agent's standard input; - means the standard input of Mayday",
      },
      { name: 'title', value: 'TEXT', help: 'the name of the run in lists' },
      {
        name: 'flow',
        value: 'FLOW',
        help: 'the kind of work: implement, review, research, … (default: implement)',
      },
      { name: 'phase', value: 'PHASE', help: 'the phase and plan, e.g. 12-01' },
      {
        name: 'task',
        value: 'N',
        help: 'run this task until it is done; with a command behind --: one more attempt',
      },
      { name: 'dry-run', help: 'with --task: only print what would be done next, and why' },
      { name: 'no-wait', help: 'with --task: do not wait for a limit or a pause, exit with 75 instead' },
      { name: 'cwd', value: 'DIR', help: 'working directory; it must be inside the project' },
      { name: 'expect-changes', help: 'the run fails if the agent changes no file' },
      { name: 'no-expect-changes', help: 'the run may change nothing (default)' },
      trust,
      { name: 'json', help: 'print events of the run as JSON lines, the result last' },
    ],
    examples: [
      'mayday run --verify "npm test" -- claude -p "fix the login test" --output-format stream-json --verbose',
      'mayday run --timeout 30m --idle 10m --flow implement --phase 12-01 -- ./my-agent.sh',
      'mayday run --prompt-file task.md -- codex exec --json -',
      'mayday run --agent claude --verify "npm test" "Fix the failing login test"',
      'mayday run --resume 41',
      'mayday run --task 7',
    ],
    load: async () => (await import('../run.ts')).runRun,
  },
  {
    name: 'add',
    summary: 'add a task: what to do, which agent does it, and how to check the result',
    usage: 'mayday add [options] TITLE… [-- COMMAND [ARGUMENT…]]',
    options: [
      {
        name: 'prompt-file',
        value: 'FILE',
        help: 'file with the prompt (default: the title is the prompt); - means standard input',
      },
      { name: 'agent', value: 'NAME', help: 'the agent to use (claude, codex, gemini, …)' },
      fallback,
      {
        name: 'verify',
        value: 'SHELL',
        help: 'command to run after the agent; an attempt succeeds only if it passes',
      },
      ...compare,
      { name: 'setup', value: 'SHELL', help: 'command to run before everything else, e.g. "npm ci"' },
      {
        name: 'baseline',
        value: 'SHELL',
        help: 'test command to run before the agent; it must fail, or the agent is not started',
      },
      { name: 'phase', value: 'PHASE', help: 'the phase and plan, e.g. 12-01' },
      {
        name: 'flow',
        value: 'FLOW',
        help: 'the kind of work: implement, review, research, … (default: implement)',
      },
      ...budget,
      { name: 'timeout', value: 'TIME', help: 'timeout of one attempt (default: 2h)' },
      ...runLimits,
      { name: 'cwd', value: 'DIR', help: 'working directory; it must be inside the project' },
      { name: 'worktree', help: 'work in a separate git work tree' },
      {
        name: 'parallel',
        help: 'the task may run at the same time as others in the same work tree and phase',
      },
      {
        name: 'no-expect-changes',
        help: 'an attempt may change nothing (default for the flows review and research)',
      },
      trust,
      json,
    ],
    examples: [
      'mayday add "Fix the flaky login test" --agent claude --verify "npm test" --phase 12-01',
      "mayday add Tidy the imports --verify 'npm run lint' -- ./agent.sh '{prompt}'",
      'mayday add "Review the login" --prompt-file review.md --flow review --agent codex --attempts 2',
    ],
    load: async () => (await import('../add.ts')).runAdd,
  },
  {
    name: 'agents',
    summary: 'list the installed agents, how Mayday starts them and what they can do',
    usage: 'mayday agents [options]',
    options: [json],
    examples: ['mayday agents', 'mayday agents --json'],
    load: async () => (await import('../agents.ts')).runAgents,
  },
]
