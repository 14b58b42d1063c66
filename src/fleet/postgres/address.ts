/** The address of a fleet's database. It contains a password and is never shown in full. */
import { UsageError } from '../../errors.ts'

export type Address = {
  readonly url: string
  /** The schema with the fleet's tables. */
  readonly schema: string
}

/** Lower case, so that nobody has to quote it. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/

export function checkAddress({ url, schema }: Address): Address {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new UsageError(
      'The address of a fleet starts with postgres://, e.g. postgres://mayday@db.example.com/mayday',
    )
  if (!URL.canParse(url))
    throw new UsageError('The address of the fleet cannot be read. Percent-encode special characters in it.')
  return { url, schema: checkSchema(schema) }
}

export function checkSchema(schema: string): string {
  if (SCHEMA.test(schema)) return schema
  throw new UsageError(
    `A schema's name has lower-case letters, digits and _, and starts with a letter: not '${schema}'.`,
  )
}

/** The address without its password, safe to show. */
export function shownAddress({ url }: Pick<Address, 'url'>): string {
  const parsed = new URL(url)
  const user = parsed.username === '' ? '' : `${parsed.username}@`
  return `postgres://${user}${parsed.host}${parsed.pathname}`
}

/** Masks the password, which the address may contain in two places and as it is typed. */
export function withoutPassword(words: string, { url }: Pick<Address, 'url'>): string {
  const { password, searchParams } = new URL(url)
  const typed = [password, searchParams.get('password') ?? '']
  const forms = [...typed, ...typed.map(decoded)].filter((one) => one !== '')
  return forms.reduce((masked, form) => masked.replaceAll(form, '***'), words)
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    // It contains a % that encodes nothing, and stays as it is typed.
    return word
  }
}

/** This machine, also as the folder of a socket. */
const LOOPBACK = /^(?:|localhost|127(?:\.\d+){3}|\[?::1\]?|\/.*)$/

/** True if the password is sent unencrypted over a network. A host in the query counts instead of the other one. */
export function isPlain({ url }: Pick<Address, 'url'>): boolean {
  const { hostname, searchParams } = new URL(url)
  const mode = searchParams.get('sslmode') ?? 'prefer'
  const isEncrypted = ['require', 'verify-ca', 'verify-full'].includes(mode)
  return !isEncrypted && !LOOPBACK.test(searchParams.get('host') ?? decoded(hostname))
}
