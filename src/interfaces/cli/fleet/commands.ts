import { command, type CommandGroup } from '../command.ts'
import { flag, list, one, option, optional, optionOr } from '../parse/option.ts'
import { json } from '../parse/shared-options.ts'
import { choice, text } from '../parse/value-types.ts'
import { fleetActionNames } from './fleet-actions.ts'

export const sharing: CommandGroup = {
  title: 'Fleet',
  commands: [
    command({
      name: 'fleet',
      isCommon: true,
      summary: 'share one queue between many machines, on Postgres',
      format: 'mayday.fleet/1',
      usage:
        'mayday fleet [options] up | init [ADDRESS] | join [ADDRESS] | status | nodes | drain NODE | lost NODE | leave | limit ACCOUNT [N] | cards | token [list | renew | make NAME | revoke NAME]',
      options: {
        schema: optionOr(text('NAME'), "the schema of the fleet's tables", 'mayday'),
        sql: flag('init: print the SQL, and change nothing'),
        name: option(text('NAME'), 'join: the name of this node', { otherwise: "the machine's name" }),
        label: list(text('LABEL'), 'join: a label that this node has; may be repeated'),
        allow: list(
          text('AGENT[=ACCOUNT]'),
          'join: an agent or program that this node may run, and the name of its account; may be repeated',
        ),
        allowCommand: list(
          text('COMMAND'),
          'join: a shell command that this node may run as setup, baseline or verify; may be repeated',
        ),
        remote: option(
          text('NAME'),
          'join: the git remote that work trees come from, and that branches are pushed to; none: work in this checkout',
          { otherwise: 'origin, or the only remote' },
        ),
        listen: option(
          text('HOST:PORT'),
          'join: where this node serves its logs while it works; none: it serves no logs',
          { otherwise: 'a free port that only this machine can reach' },
        ),
        address: option(text('HOST:PORT'), 'join: how other machines reach these logs', {
          otherwise: 'where it listens',
        }),
        cert: option(text('FILE'), 'join: the certificate for HTTPS, as PEM'),
        key: option(text('FILE'), 'join: the key of the certificate'),
        allowAny: flag('join: this node runs every task in the queue, with any command'),
        back: flag('drain: the node takes work again'),
        take: flag('cards: this node writes the cards from now on, in this checkout'),
        stop: flag('up: stop the Postgres that it started, and delete it'),
        json,
      },
      positionals: {
        action: one(choice('ACTION', fleetActionNames)),
        subject: optional(text('NAME')),
        amount: optional(text('N')),
      },
      examples: [
        'mayday fleet up',
        'mayday fleet init postgres://mayday@db.example.com/mayday?sslmode=verify-full',
        'mayday fleet join --allow claude=team-a --allow-command "npm test" --label gpu',
        'mayday fleet join --remote upstream --allow codex',
        'mayday work --fleet --concurrency 2',
        'mayday fleet nodes',
        'mayday fleet drain build-3',
        'mayday fleet limit team-a 3',
        'mayday fleet cards --take',
        'mayday fleet join --allow claude --listen 10.0.0.7:7443 --cert node.crt --key node.key',
        'mayday fleet token make dashboard',
        'mayday fleet token revoke build-3',
      ],
      load: async () => (await import('./fleet.ts')).runFleet,
    }),
  ],
}
