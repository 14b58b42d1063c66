/** Finds the files that git stores in another form than it writes: line endings, filters, encodings, keywords. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { blockedFilters } from '../../record/blocked-filters.ts'
import { fieldsOf } from '../../record/git.ts'
import type { RawPath } from '../../record/path-name.ts'
import type { Git } from './git-steps.ts'
import { listOf, pathOf, type TreeLine } from './tree-line.ts'

export type Conversion = {
  /** `lines`: only carriage returns are added or removed, so equal sizes mean equal bytes. */
  readonly kind: 'lines' | 'lfs' | 'content'
  /** A checkout may add carriage returns. */
  readonly addsReturns: boolean
}

export type Conversions = {
  readonly of: (path: RawPath) => Conversion | null
  /** False if no file is converted. */
  readonly any: boolean
}

const NONE: Conversions = { of: () => null, any: false }

/** The settings that affect conversion. */
export type ConversionSettings = ReadonlyMap<string, string>

/** False if certainly no file is converted, neither by settings nor by attributes. */
export const mayConvert = (git: Git, settings: ConversionSettings, names: readonly string[]): boolean =>
  !isFalse(settings.get('core.autocrlf') ?? '') || mayHaveAttributes(git, settings, names)

export type ConversionQuestion = {
  readonly index: string
  readonly tree: readonly TreeLine[]
  readonly settings: ConversionSettings
}

/** Runs git only if conversions are possible. */
export async function readConversions(
  git: Git,
  { index, tree, settings }: ConversionQuestion,
): Promise<Conversions> {
  const autocrlf = settings.get('core.autocrlf') ?? ''
  const everywhere = isFalse(autocrlf) ? null : lines(autocrlf !== 'input')
  if (!mayHaveAttributes(git, settings, tree))
    return everywhere === null ? NONE : { of: () => everywhere, any: true }
  const addsReturns = everywhere?.addsReturns === true || settings.get('core.eol') === 'crlf'
  const input = listOf(tree.map(pathOf))
  const answer = await git.run(['check-attr', '-a', '-z', '--stdin'], { index, input })
  const found = readAttributes(fieldsOf(answer), {
    addsReturns,
    blocked: await blockedFilters(git.place.top),
  })
  return { of: (path) => found.get(path) ?? everywhere, any: found.size > 0 || everywhere !== null }
}

const lines = (addsReturns: boolean): Conversion => ({ kind: 'lines', addsReturns })

const isFalse = (value: string): boolean => /^(?:false|no|off|0|)$/i.test(value)

export async function readConversionSettings(git: Git): Promise<ConversionSettings> {
  const names = '^core\\.(autocrlf|eol|attributesfile)$'
  const output = await git.ask(['config', '-z', '--get-regexp', names])
  const fields = output === null ? [] : fieldsOf(output)
  return new Map(
    fields.map((field): [string, string] => {
      const at = field.indexOf('\n')
      // A name without a value is true.
      return at < 0 ? [field, 'true'] : [field.slice(0, at), field.slice(at + 1)]
    }),
  )
}

function mayHaveAttributes({ place }: Git, settings: ConversionSettings, names: readonly string[]): boolean {
  const { XDG_CONFIG_HOME: config = join(homedir(), '.config') } = process.env
  return (
    settings.has('core.attributesfile') ||
    [join(place.common, 'info/attributes'), join(config, 'git/attributes'), '/etc/gitattributes'].some(
      (file) => existsSync(file),
    ) ||
    names.some((name) => name.endsWith('.gitattributes'))
  )
}

type Rules = {
  readonly addsReturns: boolean
  /** Filters that Mayday does not execute. */
  readonly blocked: ReadonlySet<string>
}

/** Repeated groups of path, attribute and value. */
function readAttributes(fields: readonly string[], rules: Rules): Map<RawPath, Conversion> {
  const found = new Map<RawPath, Conversion>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3)
    const conversion = conversionBy(name, value, rules)
    const known = found.get(path)
    if (conversion === null) continue
    found.set(path, known === undefined ? conversion : both(known, conversion))
  }
  return found
}

function conversionBy(name: string, value: string, { addsReturns, blocked }: Rules): Conversion | null {
  const isOff = value === 'unset' || value === 'unspecified'
  const isLfs = value === 'lfs' && !blocked.has(value)
  if (name === 'filter' && !isOff) return { kind: isLfs ? 'lfs' : 'content', addsReturns: false }
  if ((name === 'ident' || name === 'working-tree-encoding') && !isOff)
    return { kind: 'content', addsReturns: false }
  if (name === 'eol') return lines(value === 'crlf' || addsReturns)
  if ((name === 'text' || name === 'crlf') && !isOff) return lines(addsReturns)
  return null
}

const both = (one: Conversion, other: Conversion): Conversion => ({
  kind: one.kind === 'lines' ? other.kind : one.kind,
  addsReturns: one.addsReturns || other.addsReturns,
})
