/** Folders of the machine that a sandbox sees empty. */
import { realpathSync, statSync, type Stats } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import type { Environment } from '../../supervision/run-folder.ts'

/** People's files; sockets of the machine's services; what programs leave for each other; other disks. */
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

/** Where people keep more of the same. */
const NAMED_BY = [
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'XDG_DATA_HOME',
  'GNUPGHOME',
  'MAYDAY_STATE',
]

/** What must be kept out of sight where a home as a whole cannot be, because the system itself lies below it. */
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

/** Without these nothing runs. */
export const SYSTEM: readonly string[] = ['/usr', '/bin', '/lib', '/lib64', '/etc', '/dev', '/proc']

export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** All of them by their true names, those within others too. `more` are Mayday's own. */
export function hiddenFolders(more: readonly string[], env: Environment): readonly string[] {
  const homes = [homedir(), userInfo().homedir]
  const named = NAMED_BY.map((name) => env[name] ?? '')
  const secrets = homes.flatMap((home) => SECRETS_AT_HOME.map((name) => join(home, name)))
  const real = [...ALWAYS, tmpdir(), ...homes, ...named, ...secrets, ...more].flatMap(realFolder)
  return [...new Set(real)].filter((path) => !SYSTEM.some((one) => isBelow(one, path))).toSorted()
}

/** Nothing for what is no folder. */
export function realFolder(path: string): readonly string[] {
  return isAbsolute(path) && followed(path)?.isDirectory() === true ? [realpathSync(path)] : []
}

/** What a path leads to; null where that is not there, or not ours to see: then the sandbox sees it neither. */
export function followed(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    // The answer, as above.
    return null
  }
}
