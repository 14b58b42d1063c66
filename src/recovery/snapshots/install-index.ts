import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'
import type { Target } from './apply-target.ts'
import type { Captured } from './capture.ts'
import { stampOf, type Scratch } from './scratch.ts'
import { SnapshotError } from './snapshot.ts'
import { listOf } from './tree-line.ts'

/** Changes the temporary index, which knows the current files, to what was staged. */
export async function buildIndex(
  { git, index, scratch }: Captured,
  { indexTree, notes }: Target,
): Promise<void> {
  await git.run(['read-tree', '--reset', indexTree], { index })
  if (notes.intended.length > 0) {
    const workTree = standIns(scratch, notes.intended)
    const input = listOf(notes.intended)
    const from = ['--pathspec-from-file=-', '--pathspec-file-nul']
    await git.run(['add', '--intent-to-add', '--force', ...from], { index, input, workTree })
  }
  // The exit code only says whether files differ from the index, which is allowed.
  await git.ask(['update-index', '-q', '--refresh'], { index })
  if (notes.believed.length > 0)
    await git.run(['update-index', '--assume-unchanged', '-z', '--stdin'], {
      index,
      input: listOf(notes.believed),
    })
}

/** Git requires the file to exist before it records the intention to add it. The person's file may be gone. */
function standIns(scratch: Scratch, paths: readonly RawPath[]): string {
  const folder = scratch.file('intended')
  for (const path of paths) {
    const full = bytesBelow(folder, path)
    mkdirSync(Buffer.from(dirname(full.toString('latin1')), 'latin1'), { recursive: true })
    writeFileSync(full, '')
  }
  return folder
}

/** Atomic, under the lock of git, and only if the real index has not changed. */
export function installIndex({ git, index, indexStamp }: Captured): void {
  const real = join(git.place.dir, 'index')
  const lock = `${real}.lock`
  const file = openLock(lock)
  try {
    writeFileSync(file, readFileSync(index))
    fsyncSync(file)
    if (stampOf(real) !== indexStamp) throw somebodyElse()
    renameSync(lock, real)
  } catch (error) {
    rmSync(lock, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

const somebodyElse = (): SnapshotError =>
  new SnapshotError('RESTORE_FAILED', 'another process changed the index in the meantime.')

function openLock(path: string): number {
  try {
    return openSync(path, 'wx', 0o666)
  } catch (error) {
    throw new SnapshotError('RESTORE_FAILED', `another git process is running (${path}).`, { cause: error })
  }
}
