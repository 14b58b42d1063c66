import { parseArgs } from 'node:util'
import { nearest, UsageError } from '../../../errors.ts'
import type { Option, Options, Positional, Positionals, Read, Shown, Values } from './option.ts'
import { refusal } from './value-type.ts'

/** The options and positionals of a command line. */
export type Form<O extends Options, P extends Positionals> = {
  readonly name: string
  readonly options: O
  readonly positionals?: P
  /** The words after `--` are the command of another program, not positionals. */
  readonly takesCommand?: true
  /** A hint for a command without positionals that gets one: what the user most likely meant. */
  readonly instead?: string
}

export type Given<O extends Options, P extends Positionals> = Values<O> &
  Values<P> & {
    /** The words after `--`. */
    readonly behind: readonly string[]
  }

type AnyForm = Form<Options, Positionals>

/** Parses the command line of one command. Every value is checked by its type. */
export function parseArguments<O extends Options, P extends Positionals>(
  form: Form<O, P>,
  argv: readonly string[],
): Given<O, P> {
  const { words, before, behind } = split(form, argv)
  const given = {
    ...readOptions(form, words),
    ...readPositionals(form, form.takesCommand === true ? before : [...before, ...behind]),
    behind,
  }
  if (isComplete(form, given)) return given
  throw new Error(`the table of ${form.name} was not read to its end`)
}

/** Each name of the table gets the value that its type has parsed. */
const isComplete = <O extends Options, P extends Positionals>(
  { options, positionals }: Form<O, P>,
  given: object,
): given is Given<O, P> =>
  Object.keys({ ...options, ...positionals }).every((name) => Object.hasOwn(given, name))

/** `setupTimeout` is `--setup-timeout`. */
export const optionName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Words = {
  /** By the key of the option; a given switch has one empty word. */
  readonly words: ReadonlyMap<string, readonly string[]>
  readonly before: readonly string[]
  readonly behind: readonly string[]
}

function split(form: AnyForm, argv: readonly string[]): Words {
  const keys = new Map(Object.keys(form.options).map((key) => [optionName(key), key]))
  const words = new Map<string, string[]>()
  const before: string[] = []
  const behind: string[] = []
  let hasEnded = false
  for (const token of tokensOf(form, argv)) {
    if (token.kind === 'option-terminator') hasEnded = true
    else if (token.kind === 'positional') (hasEnded ? behind : before).push(token.value)
    else {
      const key = keys.get(token.name) ?? ''
      words.set(key, [...(words.get(key) ?? []), valueOf(form, key, token)])
    }
  }
  return { words, before, behind }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { readonly kind: 'option' }>

/** Node splits the line into tokens. This module checks them, with its own error messages. */
const tokensOf = ({ options }: AnyForm, argv: readonly string[]): readonly Token[] =>
  parseArgs({
    args: [...argv],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([key, { type, short }]) => [
        optionName(key),
        { type: type === null ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const,
      ]),
    ),
  }).tokens

function valueOf(form: AnyForm, key: string, { rawName, value, inlineValue }: OptionToken): string {
  const option = Object.hasOwn(form.options, key) ? form.options[key] : undefined
  if (option === undefined) throw wrong(form, `Unknown option '${rawName}'.${meantOption(rawName, form)}`)
  const name = `--${optionName(key)}`
  if (option.type === null) {
    if (value !== undefined) throw wrong(form, `${name} takes no value, not '${value}'.`)
    return ''
  }
  if (value === undefined) throw wrong(form, refusal(name, option.type, null))
  // An option without its value must not consume the next option. A negative number is a value.
  if (!inlineValue && /^-(?!\d+$)./.test(value))
    throw wrong(form, `${refusal(name, option.type, value)}${asValue(name, option, value)}`)
  return value
}

/** How to pass a text that looks like an option. */
const asValue = (name: string, { read }: Option, value: string): string =>
  'value' in read([value]) ? ` If that is the value, write ${name}=${value}.` : ''

function meantOption(rawName: string, { options }: AnyForm): string {
  const names = [...Object.keys(options).map(optionName), 'help']
  const near = rawName.startsWith('--') ? nearest(rawName.slice(2), names) : null
  return near === null ? '' : ` Did you mean --${near}?`
}

const readOptions = (form: AnyForm, words: Words['words']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(form.options).map(([key, option]: [string, Option]) => [
      key,
      readOr(option.read(words.get(key) ?? []), (got) =>
        wrong(form, option.type === null ? '' : refusal(`--${optionName(key)}`, option.type, got)),
      ),
    ]),
  )

function readPositionals(form: AnyForm, words: readonly string[]): Record<string, unknown> {
  const left = [...words]
  const given = Object.entries(form.positionals ?? {}).map(([key, positional]: [string, Positional]) => {
    const own = left.splice(0, positional.most)
    return [key, readOr(positional.read(own), (got) => wrongWords(form, words, { positional, got }))]
  })
  if (left.length > 0) throw wrongWords(form, words, null)
  return Object.fromEntries(given)
}

function readOr<T>(read: Read<T>, refuse: (got: string | null) => UsageError): T {
  if ('value' in read) return read.value
  throw refuse(read.refused)
}

type Refused = { readonly positional: Positional; readonly got: string | null }

/** One wrong or missing word is described. Otherwise the error shows the form of all words. */
function wrongWords(form: AnyForm, words: readonly string[], refused: Refused | null): UsageError {
  const [first, ...others] = Object.values(form.positionals ?? {})
  const got = words.length === 0 ? null : words.join(' ')
  if (first === undefined)
    return wrong(form, `${form.name} takes only options, not '${words[0]}'.`, form.instead)
  const isOne = others.every(({ least }) => least === 0) && (others.length === 0 || got === null)
  const { type } = refused?.positional ?? first
  if (refused !== null && (refused.got !== null || isOne))
    return wrong(form, refusal(form.name, type, refused.got), seeOf(type))
  if (others.length === 0 && first.least === 0)
    return wrong(form, `${form.name} takes at most one argument, not '${got}'.`)
  const takes = others.length === 0 ? type.takes : signsOf(form.positionals ?? {})
  return wrong(form, refusal(form.name, { takes }, got), others.length === 0 ? seeOf(type) : undefined)
}

const seeOf = ({ see }: Shown): string | undefined => (see === undefined ? undefined : `See: ${see}`)

const wrong = ({ name }: AnyForm, said: string, then: string = `See: mayday ${name} --help`): UsageError =>
  new UsageError(`${said} ${then}`)

/** `TASK [SNAPSHOT]`, as in the usage line. */
export const signsOf = (positionals: Positionals): string =>
  Object.values(positionals)
    .map(({ type, least, most }) => {
      const sign = most === 1 ? type.sign : `${type.sign}…`
      return least === 1 ? sign : `[${sign}]`
    })
    .join(' ')
