import { MaydayError } from '../errors.ts'
import { StoreError } from './store-errors.ts'

/** The file system rejects writes: it is full, its quota is used up, it is read-only, or it fails. */
export class DiskError extends MaydayError {}

type Trouble = { readonly code: string; readonly says: (place: string) => string }

const full: Trouble = {
  code: 'DISK_FULL',
  says: (place) =>
    `The disk is full: ${place} could not be written. Make room, for instance with: mayday clean.`,
}

const TROUBLES: ReadonlyMap<unknown, Trouble> = new Map([
  ['ENOSPC', full],
  ['EDQUOT', full],
  [
    'EROFS',
    {
      code: 'DISK_READ_ONLY',
      says: (place) => `The file system is read-only: ${place} could not be written. Mount it for writing.`,
    },
  ],
  [
    'EIO',
    {
      code: 'DISK_BROKEN',
      says: (place) => `The disk failed under ${place}. Check the disk, then try again.`,
    },
  ],
])

/** Converts an error of the disk to a DiskError with one sentence; returns every other error unchanged. */
export function explainDisk(error: unknown, path?: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const trouble = TROUBLES.get(error.code)
  if (trouble === undefined) return error
  const named = 'path' in error && typeof error.path === 'string' ? error.path : 'a file'
  return new DiskError(trouble.code, trouble.says(path ?? named), { cause: error })
}

/** Whether the error is the machine's fault and not the task's. The next write would fail too. */
export const isDiskTrouble = (error: unknown): error is Error =>
  explainDisk(error) instanceof DiskError ||
  error instanceof DiskError ||
  (error instanceof StoreError && ['STORE_FULL', 'STORE_IO', 'STORE_READ_ONLY'].includes(error.code))

export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskError
    ? error.code === 'DISK_FULL'
    : error instanceof Error && 'code' in error && TROUBLES.get(error.code) === full
