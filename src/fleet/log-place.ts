/** Where a node serves its logs, as it announces that to the fleet. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import * as v from 'valibot'
import type { Shape } from '../record/schema.ts'

export const logPlaceSchema = v.object({
  /** `http://127.0.0.1:41234` or `https://build-3.example.com:7443`. */
  url: v.string(),
  /** Identifies the machine and its network: a loopback address means nothing elsewhere. */
  host: v.string(),
  /** The certificate of the node as PEM. Readers accept no other one. */
  certificate: v.nullable(v.string()),
})

export type LogPlace = Shape<typeof logPlaceSchema>

/** Where this node listens, and what it announces. */
export const logSettingsSchema = v.object({
  host: v.string(),
  /** 0: any free port. */
  port: v.number(),
  /** `HOST:PORT` as others reach it; null: where it listens. */
  address: v.nullable(v.string()),
  /** Files of a certificate and its key. With them it speaks HTTPS. */
  files: v.nullable(v.object({ cert: v.string(), key: v.string() })),
})

export type LogSettings = Shape<typeof logSettingsSchema>

/** Only this machine can connect. */
export const defaultLogSettings: LogSettings = { host: '127.0.0.1', port: 0, address: null, files: null }

/** The id of this machine, which is the same for all its users. */
export function machineId(): string {
  const id = ['/etc/machine-id', '/var/lib/dbus/machine-id'].find((path) => existsSync(path))
  return id === undefined ? hostname() : readFileSync(id, 'utf8').trim()
}

/** Containers and network namespaces have a loopback of their own. */
export const hostId = (): string =>
  createHash('sha256').update(`${machineId()}\0${hostname()}\0${network()}`).digest('hex').slice(0, 16)

function network(): string {
  try {
    return readlinkSync('/proc/self/ns/net')
  } catch {
    // Not Linux: the machine has one network.
    return ''
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (url: string): boolean => LOOPBACK.has(new URL(url).hostname)

/** False if the address is the loopback of another machine. */
export const isReachable = ({ url, host }: LogPlace): boolean => !isLoopback(url) || host === hostId()
