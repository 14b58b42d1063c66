/** How a node serves its logs, as given to `join`. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { UsageError } from '../../../errors.ts'
import { defaultLogSettings, isLoopback, type LogSettings } from '../../../fleet/log-place.ts'
import type { Member } from '../../../fleet/member.ts'
import { complain } from '../../complain.ts'
import type { FleetAsked } from './fleet.ts'

type Asked = Pick<FleetAsked, 'listen' | 'address' | 'cert' | 'key'>

/** Null: no logs are served. */
export function logSettingsIn({ listen, address, cert, key }: Asked): LogSettings | null {
  const files = filesIn(cert, key)
  if (listen === 'none') {
    if (address === undefined && files === null) return null
    throw new UsageError(
      '--listen none serves no logs, so --address, --cert and --key have no effect with it.',
    )
  }
  const { host, port } = placeIn('--listen', listen ?? address ?? null)
  if (address !== undefined) placeIn('--address', address)
  if (isEverywhere(host) && address === undefined)
    throw new UsageError(
      `--listen ${listen} accepts connections on every network. Give the address that others use: --address HOST:PORT`,
    )
  return { host, port, address: address ?? null, files }
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

function placeIn(option: string, word: string | null): Pick<LogSettings, 'host' | 'port'> {
  if (word === null) return defaultLogSettings
  const found = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(word)
  const port = Number(found?.[2])
  if (found?.[1] !== undefined && port <= 65_535) return { host: found[1].replace(/^\[|\]$/g, ''), port }
  throw new UsageError(`${option} needs HOST:PORT, e.g. 10.0.0.7:7443, not '${word}'.`)
}

function filesIn(cert: string | undefined, key: string | undefined): LogSettings['files'] {
  if (cert === undefined && key === undefined) return null
  if (cert === undefined || key === undefined)
    throw new UsageError('HTTPS needs both a certificate and its key: --cert FILE --key FILE')
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The certificate and the key cannot be used: ${why}`)
  }
  return { cert: resolve(cert), key: resolve(key) }
}

const urlOf = ({ host, port, address, files }: LogSettings): string =>
  `${files === null ? 'http' : 'https'}://${address ?? `${host.includes(':') ? `[${host}]` : host}:${port}`}`

export function warnLogs({ logs = null }: Pick<Member, 'logs'>): void {
  if (logs !== null && logs.files === null && !isLoopback(urlOf(logs)))
    complain(
      `the logs of this node are served unencrypted at ${urlOf(logs)}. Give a certificate: --cert FILE --key FILE`,
    )
}

export function logWords(logs: LogSettings | null): string {
  if (logs === null) return 'Its logs are not served: they can be read on this machine only.'
  if (logs.port === 0 && logs.address === null)
    return 'While it works, others on this machine can read its logs. For other machines: --address HOST:PORT'
  return `While it works, the other members of the fleet can read its logs at ${urlOf(logs)}.`
}
