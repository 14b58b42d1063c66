import type { Command } from '../command.ts'
import { json } from './shared-options.ts'

export const learning: readonly Command[] = [
  {
    name: 'lessons',
    summary: 'list what failed runs taught, the newest first, and whether it helped',
    usage: 'mayday lessons [options]',
    options: [
      { name: 'phase', value: 'PHASE', help: 'only lessons of this phase, e.g. 12' },
      { name: 'task', value: 'N', help: 'only lessons of this task' },
      { name: 'all', help: 'also those of completed phases' },
      json,
    ],
    examples: ['mayday lessons', 'mayday lessons --phase 12', 'mayday lessons --task 7 --all --json'],
    load: async () => (await import('../lessons.ts')).runLessons,
  },
  {
    name: 'context',
    summary: 'print the Failure Context that a prompt would get',
    usage: 'mayday context [options] --phase PHASE',
    options: [
      { name: 'phase', value: 'PHASE', help: 'of this phase, e.g. 12' },
      { name: 'task', value: 'N', help: 'for this task: what it and its phase taught, its own first' },
      json,
    ],
    examples: ['mayday context --phase 12', 'mayday context --task 7'],
    load: async () => (await import('../context.ts')).runContext,
  },
  {
    name: 'phase',
    summary: 'complete a phase: its Failure Context is cleared, the record is kept',
    usage: 'mayday phase [options] complete PHASE',
    options: [json],
    examples: ['mayday phase complete 12'],
    load: async () => (await import('../phase.ts')).runPhase,
  },
  {
    name: 'import',
    summary: "take over another program's runs, which it only reads",
    usage: 'mayday import [options] gza | auto-claude | failure-context [PATH]',
    options: [json],
    examples: [
      'mayday import gza .gza/gza.db',
      'mayday import auto-claude .auto-claude/specs/001-login',
      'mayday import failure-context AGENTS.md',
    ],
    load: async () => (await import('../import.ts')).runImport,
  },
]
