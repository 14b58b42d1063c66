/** Folders of the machine that are empty in a sandbox. */
import { realpathSync, statSync, type Stats } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import type { Environment } from '../../supervision/run-folder.ts'

/** Files of people, sockets of services, temporary files of programs, other disks. */
const ALWAYS = [
  '/home',
  '/root',
  '/run',
  '/tmp',
  '/var/tmp',
  '/var/log',
  '/var/mail',
  '/var/spool',
  '/var/backups',
  '/mnt',
  '/media',
  '/srv',
  '/boot',
  '/sys',
]

/** Variables that name more of these folders. */
const NAMED_BY = [
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'XDG_DATA_HOME',
  'GNUPGHOME',
  'MAYDAY_STATE',
]

/** What must be hidden if a home folder cannot be hidden completely, because the system is below it. */
const SECRETS_AT_HOME = [
  '.ssh',
  '.config',
  '.aws',
  '.azure',
  '.gnupg',
  '.docker',
  '.kube',
  '.local/state',
  '.local/share',
  '.mozilla',
  '.password-store',
]

/** Nothing runs without these. */
export const SYSTEM: readonly string[] = ['/usr', '/bin', '/lib', '/lib64', '/etc', '/dev', '/proc']

export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** All hidden folders by their real paths, nested ones included. `more` are the folders of Mayday. */
export function hiddenFolders(more: readonly string[], env: Environment): readonly string[] {
  const homes = [homedir(), userInfo().homedir]
  const named = NAMED_BY.map((name) => env[name] ?? '')
  const secrets = homes.flatMap((home) => SECRETS_AT_HOME.map((name) => join(home, name)))
  const real = [...ALWAYS, tmpdir(), ...homes, ...named, ...secrets, ...more].flatMap(realFolder)
  return [...new Set(real)].filter((path) => !SYSTEM.some((one) => isBelow(one, path))).toSorted()
}

/** Empty if the path is not a folder. */
export function realFolder(path: string): readonly string[] {
  return isAbsolute(path) && followed(path)?.isDirectory() === true ? [realpathSync(path)] : []
}

/** The target of a path. Null if it is missing or not accessible: then the sandbox cannot access it either. */
export function followed(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    // Null is the answer, as described above.
    return null
  }
}
