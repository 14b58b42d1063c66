import type { Command } from '../command.ts'
import { budget, fallback, json, runLimits, trust } from './shared-options.ts'

/** Cards, the queue, and the scheduler that works on it. */
export const queueing: readonly Command[] = [
  {
    name: 'cards',
    summary: 'show a board of cards: phases, folders, where each card stands',
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
    summary: 'put a card into the queue; mayday work takes it up',
    usage: 'mayday enqueue [options] CARD [-- COMMAND [ARGUMENT…]]',
    options: [
      { name: 'flow', value: 'FLOW', help: 'implement, review, research, … (implement)' },
      { name: 'agent', value: 'NAME', help: 'the agent that does it (claude, codex, gemini, …)' },
      fallback,
      {
        name: 'verify',
        value: 'SHELL',
        help: 'run this after the agent; an attempt succeeds only if it passes',
      },
      { name: 'setup', value: 'SHELL', help: 'run this before everything else' },
      { name: 'worktree', help: 'in a git work tree of its own' },
      ...budget,
      { name: 'timeout', value: 'TIME', help: 'stop an attempt after so much running time (2h)' },
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
    summary: 'work on the queue: tasks and cards, until nothing is left',
    usage: 'mayday work [options]',
    options: [
      { name: 'concurrency', value: 'N', help: 'so many at a time (1)' },
      { name: 'once', help: 'wait for nothing; exit 75 if something still waits' },
      { name: 'watch', help: 'stay when nothing is left, for what comes' },
      { name: 'worktree', help: 'give every task that has not begun a git work tree of its own' },
      trust,
      { name: 'json', help: 'print the events of tasks and runs as JSON lines' },
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
    summary: 'show what runs, what is next, what waits and for what',
    usage: 'mayday queue [options]',
    options: [
      { name: 'concurrency', value: 'N', help: 'from now on so many at a time, in the scheduler at work' },
      json,
    ],
    examples: ['mayday queue', 'mayday queue --concurrency 4'],
    load: async () => (await import('../queue.ts')).runQueue,
  },
  {
    name: 'locks',
    summary: 'show what is locked, by which run and process, and since when',
    usage: 'mayday locks [options]',
    options: [json],
    examples: ['mayday locks', 'mayday locks --json'],
    load: async () => (await import('../locks.ts')).runLocks,
  },
  {
    name: 'status',
    summary: 'show on one screen what runs, what waits and what needs a person',
    usage: 'mayday status [options]',
    options: [{ name: 'watch', short: 'w', help: 'go on until Ctrl+C' }, json],
    examples: ['mayday status', 'mayday status --watch', 'mayday status --watch | tee status.log'],
    load: async () => (await import('../status.ts')).runStatus,
  },
  {
    name: 'board',
    summary: 'open a page in the browser: what runs, what failed and why, what to do',
    usage: 'mayday board [options]',
    options: [
      { name: 'port', value: 'N', help: 'listen there, on this machine only (6293, or any that is free)' },
      { name: 'no-open', help: 'only print the address' },
      { name: 'demo', help: 'show a lively sample; the project is not touched' },
      trust,
      { name: 'json', help: 'print the address as JSON, and open nothing' },
    ],
    examples: ['mayday board', 'mayday board --demo', 'mayday board --port 8080 --no-open'],
    load: async () => (await import('../board.ts')).runBoard,
  },
  {
    name: 'reset',
    summary: 'make a card idle again and release its locks; nothing else changes',
    usage: 'mayday reset [options] CARD',
    options: [{ name: 'yes', short: 'y', help: 'do it without asking' }, json],
    examples: ['mayday reset project/phase-5-flows/in-progress/5.2-locks.md --yes'],
    load: async () => (await import('../reset.ts')).runReset,
  },
  {
    name: 'recover',
    summary: 'after a crash or a restored backup: end what died, clear stale locks, write cards up',
    usage: 'mayday recover [options]',
    options: [
      {
        name: 'take',
        value: 'OWNER',
        help: 'take over now from a process that cannot be checked from here, by its name: 3@HOST',
      },
      json,
    ],
    examples: ['mayday recover', 'mayday recover --take 3@build-box'],
    load: async () => (await import('../recover.ts')).runRecover,
  },
]
