/**
 * The log that a process of Copilot CLI writes next to its sessions. It contains every failed request, but not
 * whether a later one succeeded, so alone it proves nothing.
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readPlain } from '../../record/plain-file.ts'
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

/** The last failed request in a log; null if none failed, or if the log cannot be read. */
export function lastFailedRequest(log: string): FailedRequest | null {
  let found: FailedRequest | null = null
  let byteOffset = 0
  for (const [index, text] of linesIn(log).entries()) {
    const [, at, json = ''] = FAILED.exec(text) ?? []
    if (at !== undefined) {
      const status = number(parseObject(json)?.['http_status']) ?? null
      found = { at, status, line: index + 1, byteOffset, text }
    }
    byteOffset += Buffer.byteLength(text) + 1
  }
  return found
}

function linesIn(log: string): readonly string[] {
  try {
    return readPlain(log, MOST_BYTES).toString().split('\n')
  } catch {
    // The log is too large, not readable, or not a regular file. The session is explained without it.
    return []
  }
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
    .at(-1)
  return newest === undefined ? null : join(logs, newest)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist or is not readable, so it has no names.
    return []
  }
}
