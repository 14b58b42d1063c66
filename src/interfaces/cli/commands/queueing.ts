import type { Command } from '../command.ts'
import { budget, compare, fallback, json, runLimits, trust } from './shared-options.ts'

/** Cards, the queue, and the scheduler that works on it. */
export const queueing: readonly Command[] = [
  {
    name: 'cards',
    summary: 'show a board of cards: phases, folders and the state of each card',
    usage: 'mayday cards [options] [FOLDER]',
    options: [
      { name: 'status', value: 'STATUS', help: 'only cards with this agent_status, e.g. failed' },
      json,
    ],
    examples: ['mayday cards', 'mayday cards project/', 'mayday cards --status failed --json'],
    load: async () => (await import('../cards.ts')).runCards,
  },
  {
    name: 'enqueue',
    summary: 'put a card into the queue; mayday work runs it',
    usage: 'mayday enqueue [options] CARD [-- COMMAND [ARGUMENT…]]',
    options: [
      {
        name: 'flow',
        value: 'FLOW',
        help: 'the kind of work: implement, review, research, … (default: implement)',
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
      { name: 'worktree', help: 'work in a separate git work tree' },
      ...budget,
      { name: 'timeout', value: 'TIME', help: 'timeout of one attempt (default: 2h)' },
      ...runLimits,
      trust,
      json,
    ],
    examples: [
      'mayday enqueue project/phase-5-flows/backlog/5.2-locks.md --flow implement --agent claude',
      "mayday enqueue 5.2-locks.md --flow review -- ./agent.sh '{prompt}'",
      'mayday enqueue 5.2-locks.md --agent claude --fallback codex --verify "npm test" --worktree',
    ],
    load: async () => (await import('../enqueue.ts')).runEnqueue,
  },
  {
    name: 'work',
    summary: 'run the queued tasks and cards until none is left',
    usage: 'mayday work [options]',
    options: [
      { name: 'concurrency', value: 'N', help: 'maximum tasks at once (default: 1)' },
      { name: 'once', help: 'do not wait for limits or pauses; exit with 75 if a task still waits' },
      { name: 'watch', help: 'keep running when the queue is empty, and start new tasks as they come' },
      { name: 'worktree', help: 'give every task that has not started yet a separate git work tree' },
      trust,
      { name: 'json', help: 'print events of tasks and runs as JSON lines' },
    ],
    examples: [
      'mayday work',
      'mayday work --concurrency 4 --worktree',
      'mayday work --once',
      'mayday work --watch',
    ],
    load: async () => (await import('../working/work.ts')).runWork,
  },
  {
    name: 'queue',
    summary: 'show what is running, what is next, and what waits for what',
    usage: 'mayday queue [options]',
    options: [
      {
        name: 'concurrency',
        value: 'N',
        help: 'change the maximum tasks at once of the scheduler that is running',
      },
      json,
    ],
    examples: ['mayday queue', 'mayday queue --concurrency 4'],
    load: async () => (await import('../queue.ts')).runQueue,
  },
  {
    name: 'locks',
    summary: 'list the locks: what is locked, by which run and process, and since when',
    usage: 'mayday locks [options]',
    options: [json],
    examples: ['mayday locks', 'mayday locks --json'],
    load: async () => (await import('../locks.ts')).runLocks,
  },
  {
    name: 'status',
    summary: 'show on one screen what is running, what waits and what needs a person',
    usage: 'mayday status [options]',
    options: [{ name: 'watch', short: 'w', help: 'update the screen until Ctrl+C' }, json],
    examples: ['mayday status', 'mayday status --watch', 'mayday status --watch | tee status.log'],
    load: async () => (await import('../status.ts')).runStatus,
  },
  {
    name: 'board',
    summary: 'open a page in the browser: what is running, what failed and why, what to do',
    usage: 'mayday board [options]',
    options: [
      {
        name: 'port',
        value: 'N',
        help: 'port to listen on, on this machine only (default: 6293, or a free one)',
      },
      { name: 'no-open', help: 'only print the address, do not open a browser' },
      { name: 'demo', help: 'show sample data; the project is not touched' },
      trust,
      { name: 'json', help: 'print the address as JSON, do not open a browser' },
    ],
    examples: ['mayday board', 'mayday board --demo', 'mayday board --port 8080 --no-open'],
    load: async () => (await import('../board.ts')).runBoard,
  },
  {
    name: 'reset',
    summary: 'set a card back to idle, note it in its History and release its locks; nothing else changes',
    usage: 'mayday reset [options] CARD',
    options: [{ name: 'yes', short: 'y', help: 'do not ask' }, json],
    examples: ['mayday reset project/phase-5-flows/in-progress/5.2-locks.md --yes'],
    load: async () => (await import('../reset.ts')).runReset,
  },
  {
    name: 'recover',
    summary: 'repair after a crash or a restored backup: end dead runs, clear stale locks, update cards',
    usage: 'mayday recover [options]',
    options: [
      {
        name: 'take',
        value: 'OWNER',
        help: 'take over now what this process holds, if it cannot be checked from here; its name is like 3@HOST',
      },
      json,
    ],
    examples: ['mayday recover', 'mayday recover --take 3@build-box'],
    load: async () => (await import('../recover.ts')).runRecover,
  },
]
