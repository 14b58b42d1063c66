import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from '../../../errors.ts'
import { flag, list, one, option, optional, optionOr, several } from './option.ts'
import { optionName, parseArguments, signsOf } from './parse-arguments.ts'
import { agent, count, duration, run, task, text } from './value-types.ts'

const form = {
  name: 'play',
  options: {
    timeout: option(duration, 'how long', { otherwise: 7_200_000 }),
    limit: optionOr(count(1), 'how many', 20),
    exitCode: option(count(-64, 255), 'the exit code'),
    note: option(text('TEXT'), 'a note'),
    fallback: list(agent, 'agents', { splits: true }),
    good: list(text('LOG'), 'logs'),
    json: flag('print JSON'),
    follow: flag('go on', 'f'),
  },
} as const

test('values come with the types of the table', () => {
  const given = parseArguments(form, ['--timeout', '10m', '-f', '--exit-code', '-9'])
  const limit: number = given.limit
  expect({ ...given, limit }).toEqual({
    timeout: 600_000,
    limit: 20,
    exitCode: -9,
    note: undefined,
    fallback: [],
    good: [],
    json: false,
    follow: true,
    behind: [],
  })
})

test('the last of several values wins', () => {
  expect(parseArguments(form, ['--limit', '3', '--limit=4']).limit).toBe(4)
})

test('only a list that splits is cut at commas', () => {
  const given = parseArguments(form, ['--fallback', 'codex, gemini,', '--good', 'a,b', '--good', 'c'])
  expect(given).toMatchObject({ fallback: ['codex', 'gemini'], good: ['a,b', 'c'] })
})

const HELP = 'See: mayday play --help'

test.each([
  [['--timeout', 'x'], `--timeout needs a time like 30s, 10m or 2h, not 'x'. ${HELP}`],
  [['--timeout', 'x', '--timeout', '1s'], `--timeout needs a time like 30s, 10m or 2h, not 'x'. ${HELP}`],
  [['--timeout'], `--timeout needs a time like 30s, 10m or 2h. ${HELP}`],
  [['--timeout', '--json'], `--timeout needs a time like 30s, 10m or 2h, not '--json'. ${HELP}`],
  [
    ['--note', '--json'],
    `--note needs a text, not '--json'. If that is the value, write --note=--json. ${HELP}`,
  ],
  [['--json=yes'], `--json takes no value, not 'yes'. ${HELP}`],
  [['--josn'], `Unknown option '--josn'. Did you mean --json? ${HELP}`],
  [['-x'], `Unknown option '-x'. ${HELP}`],
  [['--toString'], `Unknown option '--toString'. ${HELP}`],
  [['word'], `play takes only options, not 'word'. ${HELP}`],
])('%j is refused in one form', (argv, sentence) => {
  expect(() => parseArguments(form, argv)).toThrow(new UsageError(sentence))
})

const restore = {
  name: 'restore',
  options: {},
  positionals: { task: one(task), snapshot: optional(count(1)) },
} as const

test('positionals are read in their order', () => {
  expect(parseArguments(restore, ['7'])).toEqual({ task: '7', snapshot: undefined, behind: [] })
  expect(parseArguments(restore, ['--', '7', '12'])).toMatchObject({ task: '7', snapshot: 12 })
})

test.each([
  [[], 'restore needs the number of one task. See: mayday tasks'],
  [['1', '2', '3'], "restore needs TASK [N], not '1 2 3'. See: mayday restore --help"],
  [['7', 'x'], "restore needs a number from 1, not 'x'. See: mayday restore --help"],
])('the words %j are refused with their form', (argv, sentence) => {
  expect(() => parseArguments(restore, argv)).toThrow(new UsageError(sentence))
})

test.each([
  [[], 'show needs the number of one run. See: mayday history'],
  [['1', '2'], "show needs the number of one run, not '1 2'. See: mayday history"],
  [[''], "show needs the number of one run, not ''. See: mayday history"],
])('a single wrong positional %j is described', (argv, sentence) => {
  const show = { name: 'show', options: {}, positionals: { run: one(run) } }
  expect(() => parseArguments(show, argv)).toThrow(new UsageError(sentence))
})

const add = {
  name: 'add',
  options: { json: flag('print JSON') },
  positionals: { title: several(text('TITLE')) },
  takesCommand: true,
} as const

test('words after the dashes are never parsed', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (behind) => {
      expect(parseArguments(add, ['Fix', 'it', '--', ...behind])).toEqual({
        title: ['Fix', 'it'],
        json: false,
        behind,
      })
    }),
  )
})

/** Any error that is no usage error is a bug. */
function limitOr(argv: readonly string[]): number {
  try {
    return parseArguments(form, argv).limit
  } catch (error) {
    if (error instanceof UsageError) return 1
    throw error
  }
}

test('any input gives values or a usage error', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--timeout', '--limit=3', '--json', '-f', '-ff', '--', '--exit-code', '-9', '--no'),
  )
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      expect(limitOr(argv)).toBeGreaterThan(0)
    }),
  )
})

test('names in help are those on the command line', () => {
  expect(optionName('setupTimeout')).toBe('setup-timeout')
  expect(signsOf({ task: one(task), rest: several(text('WORD')) })).toBe('TASK [WORD…]')
})

test('help shows the default in the words of the type', () => {
  expect(form.options.timeout.help).toBe('how long (default: 2h)')
  expect(form.options.limit.help).toBe('how many (default: 20)')
})
