import type { Command } from '../command.ts'
import { json } from './shared-options.ts'

export const upkeep: readonly Command[] = [
  {
    name: 'init',
    summary: 'prepare a project: create its record and write the instructions for agents',
    usage: 'mayday init [options]',
    options: [{ name: 'yes', short: 'y', help: 'write the instructions for agents without asking' }, json],
    examples: ['mayday init', 'mayday init --yes'],
    load: async () => (await import('../init.ts')).runInit,
  },
  {
    name: 'where',
    summary: "print the folder in which Mayday keeps this project's record",
    usage: 'mayday where [options]',
    options: [
      {
        name: 'take',
        value: 'OLD',
        help: 'use the record that this project had before it was moved; OLD is the old path of the project or the name of the record',
      },
      json,
    ],
    examples: ['mayday where', 'mayday where --take ../old-place', 'ls "$(mayday where)/logs"'],
    load: async () => (await import('../where.ts')).runWhere,
  },
  {
    name: 'trust',
    summary: 'show which commands mayday.yaml executes, and trust them',
    usage: 'mayday trust [options]',
    options: [
      { name: 'trust', help: 'trust them without asking, e.g. in a script' },
      { name: 'revoke', help: 'stop trusting what was trusted here' },
      json,
    ],
    examples: ['mayday trust', 'mayday trust --json', 'mayday trust --revoke'],
    load: async () => (await import('../trust.ts')).runTrust,
  },
  {
    name: 'config',
    summary: 'print the configuration, with the file and line of each value',
    usage: 'mayday config [options]',
    options: [json],
    examples: ['mayday config', 'mayday config --json'],
    load: async () => (await import('../config.ts')).runConfig,
  },
  {
    name: 'logs',
    summary: 'print the output of a run, with secrets masked',
    usage: 'mayday logs [options] RUN',
    options: [
      { name: 'follow', short: 'f', help: 'follow the output until the run ends' },
      {
        name: 'stage',
        value: 'STAGE',
        help: 'only the output of this stage: setup, baseline, agent or verify',
      },
      { name: 'tail', value: 'N', help: 'only the last N lines' },
      { name: 'json', help: 'print a JSON object for each line' },
    ],
    examples: ['mayday logs 41', 'mayday logs 41 -f --tail 20', 'mayday logs 41 --stage verify'],
    load: async () => (await import('../logs.ts')).runLogs,
  },
  {
    name: 'clean',
    summary: 'remove the files of old runs; their entries in the database stay',
    usage: 'mayday clean [options]',
    options: [
      {
        name: 'older-than',
        value: 'TIME',
        help: 'remove files of runs that ended longer ago than this (default without options: 30d)',
      },
      {
        name: 'keep-bytes',
        value: 'SIZE',
        help: 'remove files of the oldest runs until the rest is not larger than this (default without options: 5g)',
      },
      { name: 'orphans', help: 'also remove folders of runs that are not in the database' },
      { name: 'trees', help: 'also remove work trees of ended tasks if everything in them is committed' },
      { name: 'forget', help: 'also remove the runs from the database: they leave history and stats' },
      { name: 'dry-run', short: 'n', help: 'only list what would be removed' },
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
    summary: 'check the system and the record, and print what to do',
    usage: 'mayday doctor [options]',
    options: [{ name: 'fix', help: 'repair what can be repaired; without it nothing is changed' }, json],
    examples: ['mayday doctor', 'mayday doctor --fix'],
    load: async () => (await import('../doctor.ts')).runDoctor,
  },
  {
    name: 'snapshots',
    summary: "list the saved states (snapshots) of a task's work tree",
    usage: 'mayday snapshots [options] TASK',
    options: [json],
    examples: ['mayday snapshots 7', 'mayday snapshots 7 --json'],
    load: async () => (await import('../snapshots.ts')).runSnapshots,
  },
  {
    name: 'restore',
    summary: 'restore a snapshot of a work tree; the current state is saved first',
    usage: 'mayday restore [options] TASK [SNAPSHOT]',
    options: [
      { name: 'others', help: 'also restore files that other tasks have changed since' },
      { name: 'cards', help: 'also restore cards' },
      { name: 'yes', short: 'y', help: 'do not ask' },
      json,
    ],
    examples: ['mayday restore 7', 'mayday restore 7 12 --yes', 'mayday restore 7 12 --others --yes'],
    load: async () => (await import('../restore.ts')).runRestore,
  },
  {
    name: 'rediagnose',
    summary: 'diagnose recorded runs again from their logs, and compare the verdicts',
    usage: 'mayday rediagnose [options] [RUN…]',
    options: [
      { name: 'since', value: 'TIME', help: 'only runs that started since then: 30d or 2026-01-31' },
      { name: 'apply', help: 'save the new verdicts; corrections by people stay' },
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
