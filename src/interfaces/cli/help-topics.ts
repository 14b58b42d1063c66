/** Help that belongs to no single command. `mayday help TOPIC` and docs/cli.md show it. */
import { FLEET_VARIABLE } from '../../record/joined-fleet.ts'
import { STATE_VARIABLE, TREES_VARIABLE } from '../../record/state-home.ts'
import { TRUST_VARIABLE } from '../../record/trust-variable.ts'
import { MASKED_VARIABLE } from '../../secrets/secrets.ts'
import { commands } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { aligned, type topicNames } from './help.ts'
import { duration, since, size } from './parse/value-types.ts'

type Row = readonly [name: string, words: string]

type Topic = {
  /** One sentence that introduces the list. */
  readonly title: string
  readonly rows: readonly Row[]
  readonly notes?: readonly string[]
}

const topics: Readonly<Record<(typeof topicNames)[number], Topic>> = {
  'exit-codes': {
    title:
      'The exit codes of all commands. If several apply, the exit code is the first of 130, 2, 75, 3, 124, 1.',
    rows: Object.values(exitCodes).map(({ code, means }) => [String(code), means]),
  },
  environment: {
    title: 'The environment variables that Mayday reads.',
    rows: [
      ['MAYDAY_DIR', 'the root of the project (default: searched upward from the working directory)'],
      [
        STATE_VARIABLE,
        'the folder of all records (default: $XDG_STATE_HOME/mayday, else ~/.local/state/mayday)',
      ],
      [TREES_VARIABLE, 'the folder of all separate work trees (default: trees in the folder of all records)'],
      [TRUST_VARIABLE, '1 trusts the commands in mayday.yaml for one command; it is not remembered'],
      [FLEET_VARIABLE, "the address of a fleet's database; nothing that Mayday starts inherits it"],
      [MASKED_VARIABLE, 'names of more variables with secret values, separated by commas'],
      ['XDG_CONFIG_HOME', 'the folder with mayday/mayday.yaml, your own configuration (default: ~/.config)'],
      [
        'XDG_CACHE_HOME',
        'the folder with mayday/answers and mayday/sessions, the index of sessions (default: ~/.cache)',
      ],
      ['NO_COLOR', 'if it is set, Mayday prints no colours'],
      [
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'the collector that gets telemetry (default: telemetry.endpoint, else none)',
      ],
    ],
    notes: [
      'A run gets MAYDAY_RUN_ID, MAYDAY_TASK_ID and MAYDAY_ATTEMPT, and MAYDAY_PROMPT_FILE if it has a prompt.',
    ],
  },
  durations: {
    title: 'How times and sizes are written.',
    rows: [
      [duration.sign, `${duration.takes}; units: ms, s, m, h, d, w; they can be combined: 1h30m`],
      ['--since TIME', `${since.takes} (midnight here), or an instant like 2026-01-31T10:00:00Z`],
      [size.sign, `${size.takes}; units: k, m, g, t, each 1024 times the one before`],
    ],
    notes: ['--timeout, --idle and --wall do not count the time while the machine sleeps.'],
  },
  json: {
    title: 'The formats of --json. docs/cli-json.md describes every field.',
    rows: commands.flatMap(({ name, format }): readonly Row[] =>
      format === undefined ? [] : [[name, format]],
    ),
    notes: [
      `These print one JSON object per line: ${commands.flatMap(({ name, format, options }) => (format === undefined && 'json' in options ? [name] : [])).join(', ')}. bench report, compare and validate print one object.`,
      'Times are UTC (ISO 8601), durations are milliseconds, money is US dollars.',
      'Fields may be added. None is removed or changes its meaning within a format number.',
    ],
  },
}

export function topicHelp(name: (typeof topicNames)[number]): string {
  const { title, rows, notes = [] } = topics[name]
  return [title, '', ...aligned(rows), ...(notes.length === 0 ? [] : ['', ...notes]), ''].join('\n')
}
