import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { MaydayError } from '../errors.ts'
import { readShipped } from '../record/read-shipped.ts'
import type { Shape } from '../record/schema.ts'
import { uuidv7 } from '../record/uuid.ts'
import { makeGroup, readOomKills, removeGroup, type MemoryGroup } from './memory-limit-groups.ts'
import type { memoryLimitSchema } from './run-spec.ts'

/** A memory limit on a whole process tree. It is plain data, so that an adopter can read and remove it too. */
export type MemoryLimit = Shape<typeof memoryLimitSchema>

/** This system has no way to limit the memory of a process tree. */
export class NoMemoryLimitError extends MaydayError {
  constructor(options?: ErrorOptions) {
    super(
      'NO_MEMORY_LIMIT',
      'Cannot limit memory on this system: it offers no cgroup that this user may change and no systemd user session. Leave the limit out: mayday run without --memory, mayday.yaml without limits.memory.',
      options,
    )
  }
}

const scopeFor = (bytes: number, more: readonly string[]): string[] => {
  const settings = [`MemoryMax=${bytes}`, 'MemorySwapMax=0', ...more].map(
    (setting) => `--property=${setting}`,
  )
  return ['systemd-run', '--user', '--scope', '--quiet', '--collect', ...settings, '--']
}

const READ_LIMIT = 'src/supervision/wrappers/read-memory-limit.sh'

/** Tries it: a user session may exist without permission to limit memory. */
const canScope = (bytes: number, launcher: readonly string[]): boolean => {
  const [program = '', ...args] = launcher
  const { stdout } = spawnSync(program, [...args, 'sh', '-c', readShipped(READ_LIMIT)], {
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 5000,
  })
  // The kernel rounds down to whole pages.
  const allowed = Number.parseInt(stdout ?? '', 10)
  return allowed <= bytes && allowed > bytes - 1024 * 1024
}

/**
 * By default systemd ends the whole scope, including the wrapper, at the first OOM kill. If this systemd supports it,
 * an option prevents that.
 */
const findScope = (bytes: number): string[] | undefined => {
  const runtime = process.env['XDG_RUNTIME_DIR']
  if (runtime === undefined || !existsSync(join(runtime, 'systemd'))) return undefined
  return [scopeFor(bytes, ['OOMPolicy=continue']), scopeFor(bytes, [])].find((launcher) =>
    canScope(bytes, launcher),
  )
}

const tryGroup = (bytes: number): MemoryGroup | null => {
  try {
    return makeGroup(`mayday-${uuidv7()}`, bytes)
  } catch (error) {
    throw new NoMemoryLimitError({ cause: error })
  }
}

/** Makes a memory limit in bytes for one process tree. `releaseMemory` removes it after the tree has ended. */
export const limitMemory = (bytes: number): MemoryLimit => {
  const launcher = findScope(bytes)
  if (launcher !== undefined) return { bytes, group: null, wrapper: { launcher, procs: '', events: 'own' } }
  const group = tryGroup(bytes)
  if (group === null) throw new NoMemoryLimitError()
  return { bytes, group, wrapper: { launcher: [], procs: group.procs, events: group.events } }
}

/** Removes the limit; false if a process still lives under it after a second. */
export const releaseMemory = async ({ group }: MemoryLimit): Promise<boolean> => {
  if (group === null) return true
  for (let tries = 0; tries < 40; tries++) {
    if (removeGroup(group.folder)) return true
    await pause(25)
  }
  return false
}

/** How many processes this kernel has killed for memory since boot; null if it does not say. */
export const oomKills = (): number | null => readOomKills('/proc/vmstat')
