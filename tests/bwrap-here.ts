import { spawnSync } from 'node:child_process'

const TRIAL = [
  '--unshare-user',
  '--unshare-pid',
  '--disable-userns',
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  'true',
]

/** Why no bubblewrap sandbox can be made on this machine; null if one can. */
export function bwrapMissing(): string | null {
  const { error, status, stderr } = spawnSync('bwrap', TRIAL, { encoding: 'utf8' })
  if (error !== undefined) return '(skipped: bubblewrap is not installed)'
  return status === 0 ? null : `(skipped: bubblewrap makes no sandbox here: ${stderr.trim()})`
}
