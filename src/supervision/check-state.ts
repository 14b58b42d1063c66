/** The state folder and the database file, before anybody opens them for writing. */
import { accessSync, chmodSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { readForeign } from '../record/importers/open-foreign.ts'
import type { Project } from '../record/project.ts'
import { isCorrupt } from '../record/sqlite/sqlite-error.ts'
import { storePath } from '../record/store.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/** Null where the project has no state folder yet. */
export function checkState({ state }: Project): readonly Finding[] | null {
  const found = statSync(state, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (!found.isDirectory())
    return [problem('state', `${state} is no folder.`, { next: 'Move it away, then run: mayday init' })]
  if (!canWrite(state))
    return [problem('state', `${state} cannot be written.`, { next: 'Check who owns it and its disk.' })]
  const open = found.mode & 0o077
  const ignore = join(state, '.gitignore')
  return [
    open === 0
      ? fine('state', `${state} is writable, and its owner's alone.`)
      : warning('state', `${state} is open to other users (mode ${(found.mode & 0o777).toString(8)}).`, {
          next: `chmod 700 ${state}`,
          fix: () => {
            chmodSync(state, 0o700)
            return 'Only its owner may enter it now.'
          },
        }),
    ...(existsSync(ignore)
      ? []
      : [
          warning('gitignore', `${state} has no .gitignore: git would commit it.`, {
            fix: () => {
              writeFileSync(ignore, '*\n', { mode: 0o600 })
              return 'It has one now.'
            },
          }),
        ]),
  ]
}

const canWrite = (path: string): boolean => isAllowed(path, constants.R_OK | constants.W_OK | constants.X_OK)

const canRead = (path: string): boolean => isAllowed(path, constants.R_OK)

function isAllowed(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    // Exactly the answer that was asked for.
    return false
  }
}

/**
 * Damage that keeps the database from being opened; null where there is none. Read-only: whoever opens it for use sets
 * a damaged one aside.
 */
export function checkDatabaseFile({ state }: Project): Finding | null {
  const path = storePath(state)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return null
  const damage = damageOf(path)
  if (damage === null) return null
  return problem('database', `${path} is damaged: ${damage}`, {
    next: 'mayday doctor --fix keeps it under another name and takes the runs in again from their files.',
  })
}

/** Whatever else keeps it from being read (it is in use, the disk is full) is no damage, and told of on opening. */
function damageOf(path: string): string | null {
  if (!canRead(path)) return null
  try {
    const said = readForeign(path, (db) => db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
    return said === 'ok' ? null : String(said)
  } catch (error) {
    if (!isCorrupt(error) && !(error instanceof MaydayError)) return null
    return error instanceof Error ? error.message : String(error)
  }
}
