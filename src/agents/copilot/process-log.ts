/**
 * The log that a process of Copilot CLI writes next to its sessions. It contains every failed request, but not
 * whether a later one succeeded, so alone it proves nothing.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { number, parseObject } from '../../signals/json.ts'

const FAILED =
  /^(\d{4}-\d\d-\d\dT[\d:.]+Z) \[\w+\] \[rust:model_events::producer\] Model provider request failed (\{.*\})$/

/** A larger log is not read. */
const MOST_BYTES = 64 * 1024 * 1024

export type FailedRequest = {
  readonly at: string
  readonly status: number | null
  /** Counted from 1. */
  readonly line: number
  readonly byteOffset: number
  readonly text: string
}

/** The last failed request in a log; null if none failed. */
export function lastFailedRequest(log: string): FailedRequest | null {
  let found: FailedRequest | null = null
  let byteOffset = 0
  const lines = readFileSync(log, 'utf8').split('\n')
  for (const [index, text] of lines.entries()) {
    const [, at, json = ''] = FAILED.exec(text) ?? []
    if (at !== undefined) {
      const status = number(parseObject(json)?.['http_status']) ?? null
      found = { at, status, line: index + 1, byteOffset, text }
    }
    byteOffset += Buffer.byteLength(text) + 1
  }
  return found
}

/** The log of the process that wrote a session's events, found by its lock file; null if there is none. */
export function processLogOf(events: string): string | null {
  if (basename(events) !== 'events.jsonl') return null
  const folder = dirname(events)
  const pids = namesIn(folder).flatMap((name) => /^inuse\.(\d{1,10})\.lock$/.exec(name)?.[1] ?? [])
  const logs = join(folder, '..', '..', 'logs')
  const newest = namesIn(logs)
    .filter((name) => name.startsWith('process-') && pids.some((pid) => name.endsWith(`-${pid}.log`)))
    .toSorted()
    .map((name) => join(logs, name))
    .findLast(isReadable)
  return newest ?? null
}

function isReadable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.isFile() && found.size <= MOST_BYTES
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist or is not readable, so it has no names.
    return []
  }
}
