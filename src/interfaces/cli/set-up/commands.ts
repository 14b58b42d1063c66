import { pluginNames } from '../../../agents/names.ts'
import { typedDuration } from '../../../record/duration.ts'
import { typedSize } from '../../../record/size.ts'
import { defaultRetention } from '../../../supervision/default-retention.ts'
import { command, type CommandGroup } from '../command.ts'
import { flag, option, optional } from '../parse/option.ts'
import { listedKinds } from '../parse/value-type.ts'
import { choice, duration, keyword, path, size, text } from '../parse/value-types.ts'
import { json, trust } from '../parse/shared-options.ts'

export const settingUp: CommandGroup = {
  title: 'Set up',
  commands: [
    command({
      name: 'init',
      isCommon: true,
      summary: 'prepare a project and write the instructions for agents',
      format: 'mayday.init/1',
      options: { yes: flag('write the instructions for agents without asking', 'y'), json },
      examples: ['mayday init', 'mayday init --yes'],
      load: async () => (await import('./init.ts')).runInit,
    }),
    command({
      name: 'trust',
      isCommon: true,
      summary: 'show which commands mayday.yaml executes, and trust them',
      format: 'mayday.trust/1',
      options: {
        trust: flag('trust them without asking, e.g. in a script'),
        revoke: flag('stop trusting what was trusted here'),
        json,
      },
      examples: ['mayday trust', 'mayday trust --json', 'mayday trust --revoke'],
      load: async () => (await import('./trust.ts')).runTrust,
    }),
    command({
      name: 'doctor',
      isCommon: true,
      summary: 'check the system and the record, and print what to do',
      format: 'mayday.doctor/1',
      options: { fix: flag('repair what can be repaired; without it nothing is changed'), json },
      examples: ['mayday doctor', 'mayday doctor --fix'],
      load: async () => (await import('./doctor.ts')).runDoctor,
    }),
    command({
      name: 'config',
      summary: 'print the configuration, with the file and line of each value',
      format: 'mayday.config/1',
      options: { json },
      examples: ['mayday config', 'mayday config --json'],
      load: async () => (await import('./config.ts')).runConfig,
    }),
    command({
      name: 'where',
      summary: "print the folder in which Mayday keeps this project's record",
      format: 'mayday.where/1',
      options: {
        take: option(
          path('OLD', 'the old path of a project or the name of a record'),
          'use the record that this project had before it was moved; OLD is the old path of the project or the name of the record',
        ),
        json,
      },
      examples: ['mayday where', 'mayday where --take ../old-place', 'ls "$(mayday where)/logs"'],
      load: async () => (await import('./where.ts')).runWhere,
    }),
    command({
      name: 'clean',
      summary: 'remove the files of old runs; the history stays',
      format: 'mayday.clean/1',
      options: {
        olderThan: option(duration, 'remove files of runs that ended longer ago than this', {
          otherwise: `${typedDuration(defaultRetention.olderThanMs)}, unless --keep-bytes is given`,
        }),
        keepBytes: option(size, 'remove files of the oldest runs until the rest is not larger than this', {
          otherwise: `${typedSize(defaultRetention.keepBytes)}, unless --older-than is given`,
        }),
        orphans: flag('also remove folders of runs that are not in the database'),
        trees: flag('also remove work trees of ended tasks if everything in them is committed'),
        forget: flag('also remove the runs from the database, and so from history and stats'),
        dryRun: flag('only list what would be removed', 'n'),
        json,
      },
      examples: [
        'mayday clean --dry-run',
        'mayday clean --older-than 7d',
        'mayday clean --keep-bytes 2g',
        'mayday clean --trees',
      ],
      load: async () => (await import('./clean.ts')).runClean,
    }),
    command({
      name: 'recover',
      summary: 'repair after a crash or a restored backup',
      format: 'mayday.recover/1',
      instead: 'For one card: mayday reset CARD',
      options: {
        take: option(
          text('OWNER'),
          'take over what this process holds, if Mayday cannot check it from here; e.g. 3@HOST',
        ),
        json,
      },
      examples: ['mayday recover', 'mayday recover --take 3@build-box'],
      load: async () => (await import('./recover.ts')).runRecover,
    }),
    command({
      name: 'notify',
      summary: 'show where notices go, or send a test to each place',
      format: 'mayday.notify/1',
      options: { test: flag('send a test notice to each place and print the result'), trust, json },
      examples: ['mayday notify', 'mayday notify --test'],
      load: async () => (await import('./notify.ts')).runNotify,
    }),
    command({
      name: 'connect',
      summary: 'let an agent report its ended sessions and get their reasons',
      format: 'mayday.connect/1',
      options: {
        all: flag('every agent that is installed and takes the plugin'),
        user: flag('for all sessions of this user (the default)'),
        project: flag('only for sessions in this project, if the agent can do that'),
        dryRun: flag('only print what would be run and which files that changes', 'n'),
        undo: flag('remove the plugin and restore the settings files'),
        json,
      },
      positionals: { agent: optional(keyword(...pluginNames)) },
      examples: [
        'mayday connect',
        'mayday connect claude --dry-run',
        'mayday connect claude',
        'mayday connect --all',
        'mayday connect claude --undo',
      ],
      load: async () => (await import('../connect/connect.ts')).runConnect,
    }),
    command({
      name: 'hook',
      isAnywhere: true,
      neverFails: true,
      summary: 'read an event of an agent from standard input (see connect)',
      options: { record: flag('read the session and record how it ended (the hook starts this)') },
      examples: ['mayday hook < event.json'],
      load: async () => (await import('../connect/hook.ts')).runHook,
    }),
    command({
      name: 'completions',
      isAnywhere: true,
      summary: 'print a script that completes commands and options in your shell',
      options: {
        list: option(choice('KIND', listedKinds), 'only list values, as the scripts do when you press Tab'),
      },
      positionals: { shell: optional(keyword('bash', 'zsh', 'fish')) },
      examples: [
        'mayday completions bash > ~/.local/share/bash-completion/completions/mayday',
        'mayday completions zsh > ~/.zfunc/_mayday',
        'mayday completions fish > ~/.config/fish/completions/mayday.fish',
      ],
      load: async () => (await import('../completions/completions.ts')).runCompletions,
    }),
  ],
}
