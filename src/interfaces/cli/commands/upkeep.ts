import type { Command } from '../command.ts'
import { json } from './shared-options.ts'

export const upkeep: readonly Command[] = [
  {
    name: 'init',
    summary: 'prepare a project: its record, and what agents are told',
    usage: 'mayday init [options]',
    options: [{ name: 'yes', short: 'y', help: 'write the instructions for agents without asking' }, json],
    examples: ['mayday init', 'mayday init --yes'],
    load: async () => (await import('../init.ts')).runInit,
  },
  {
    name: 'where',
    summary: "print the folder of this project's record",
    usage: 'mayday where [options]',
    options: [
      {
        name: 'take',
        value: 'OLD',
        help: 'take over the record that this project had before it was moved; OLD is its old path or the name of the record',
      },
      json,
    ],
    examples: ['mayday where', 'mayday where --take ../old-place', 'ls "$(mayday where)/logs"'],
    load: async () => (await import('../where.ts')).runWhere,
  },
  {
    name: 'trust',
    summary: 'show what mayday.yaml executes, and trust it',
    usage: 'mayday trust [options]',
    options: [
      { name: 'trust', help: 'trust it without a question, as in a script' },
      { name: 'revoke', help: 'forget what was trusted here' },
      json,
    ],
    examples: ['mayday trust', 'mayday trust --json', 'mayday trust --revoke'],
    load: async () => (await import('../trust.ts')).runTrust,
  },
  {
    name: 'config',
    summary: 'print what mayday.yaml says, with where each value comes from',
    usage: 'mayday config [options]',
    options: [json],
    examples: ['mayday config', 'mayday config --json'],
    load: async () => (await import('../config.ts')).runConfig,
  },
  {
    name: 'logs',
    summary: 'show what a run printed, without its secrets',
    usage: 'mayday logs [options] RUN',
    options: [
      { name: 'follow', short: 'f', help: 'go on until the run ends' },
      {
        name: 'stage',
        value: 'STAGE',
        help: 'only what this stage printed: setup, baseline, agent or verify',
      },
      { name: 'tail', value: 'N', help: 'only the last N lines' },
      { name: 'json', help: 'print a JSON object for each line' },
    ],
    examples: ['mayday logs 41', 'mayday logs 41 -f --tail 20', 'mayday logs 41 --stage verify'],
    load: async () => (await import('../logs.ts')).runLogs,
  },
  {
    name: 'clean',
    summary: 'remove the files of old runs; what was recorded of them stays',
    usage: 'mayday clean [options]',
    options: [
      {
        name: 'older-than',
        value: 'TIME',
        help: 'runs that ended longer ago than this (30d, without any option)',
      },
      {
        name: 'keep-bytes',
        value: 'SIZE',
        help: 'the oldest runs until the rest fits (5g, without any option)',
      },
      { name: 'orphans', help: 'folders of runs that the database does not know, too' },
      { name: 'trees', help: 'work trees of ended tasks, where their branches have all that is in them' },
      { name: 'forget', help: 'forget the runs themselves as well: they leave history and stats' },
      { name: 'dry-run', short: 'n', help: 'only list what would go' },
      json,
    ],
    examples: [
      'mayday clean --dry-run',
      'mayday clean --older-than 7d',
      'mayday clean --keep-bytes 2g',
      'mayday clean --trees',
    ],
    load: async () => (await import('../clean.ts')).runClean,
  },
  {
    name: 'doctor',
    summary: 'check the system and the record, and say what to do',
    usage: 'mayday doctor [options]',
    options: [{ name: 'fix', help: 'put right what can be put right; without it nothing is changed' }, json],
    examples: ['mayday doctor', 'mayday doctor --fix'],
    load: async () => (await import('../doctor.ts')).runDoctor,
  },
  {
    name: 'snapshots',
    summary: "list what was saved of a task's work tree, the newest first",
    usage: 'mayday snapshots [options] TASK',
    options: [json],
    examples: ['mayday snapshots 7', 'mayday snapshots 7 --json'],
    load: async () => (await import('../snapshots.ts')).runSnapshots,
  },
  {
    name: 'restore',
    summary: 'put a saved work tree back; what is there now is saved first',
    usage: 'mayday restore [options] TASK [SNAPSHOT]',
    options: [{ name: 'yes', short: 'y', help: 'do it without asking' }, json],
    examples: ['mayday restore 7', 'mayday restore 7 12 --yes'],
    load: async () => (await import('../restore.ts')).runRestore,
  },
  {
    name: 'rediagnose',
    summary: 'judge recorded runs again from their logs, and compare',
    usage: 'mayday rediagnose [options] [RUN…]',
    options: [
      { name: 'since', value: 'TIME', help: 'only runs started since then: 30d or 2026-01-31' },
      { name: 'apply', help: 'record the new verdicts; corrections by people stay' },
      json,
    ],
    examples: [
      'mayday rediagnose --since 30d',
      'mayday rediagnose 41 42',
      'mayday rediagnose --since 30d --apply',
    ],
    load: async () => (await import('../rediagnose.ts')).runRediagnose,
  },
]
