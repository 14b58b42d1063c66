import type { Command } from '../command.ts'
import { json } from './shared-options.ts'

export const learning: readonly Command[] = [
  {
    name: 'lessons',
    summary: 'list the lessons from failed runs, newest first, and whether they helped',
    usage: 'mayday lessons [options]',
    options: [
      { name: 'phase', value: 'PHASE', help: 'only lessons of this phase, e.g. 12' },
      { name: 'task', value: 'N', help: 'only lessons of this task' },
      { name: 'all', help: 'include lessons of completed phases' },
      json,
    ],
    examples: ['mayday lessons', 'mayday lessons --phase 12', 'mayday lessons --task 7 --all --json'],
    load: async () => (await import('../lessons.ts')).runLessons,
  },
  {
    name: 'context',
    summary: 'print the Failure Context (the lessons) that the next prompt would contain',
    usage: 'mayday context [options] --phase PHASE | --task N',
    options: [
      { name: 'phase', value: 'PHASE', help: 'the lessons of this phase, e.g. 12' },
      { name: 'task', value: 'N', help: 'the lessons of this task and of its phase, its own first' },
      json,
    ],
    examples: ['mayday context --phase 12', 'mayday context --task 7'],
    load: async () => (await import('../context.ts')).runContext,
  },
  {
    name: 'phase',
    summary: 'mark a phase as complete: its lessons no longer go into prompts, the record keeps them',
    usage: 'mayday phase [options] complete PHASE',
    options: [json],
    examples: ['mayday phase complete 12'],
    load: async () => (await import('../phase.ts')).runPhase,
  },
  {
    name: 'import',
    summary: 'import runs of another program; its files are only read',
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
