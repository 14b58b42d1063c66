/** Copies the log of a run from another node into a temporary folder, for code that reads files. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunFolder } from '../../supervision/run-folder.ts'
import { MOST_WINDOW_BYTES } from '../board/log-window.ts'
import type { LogSource } from './log-source.ts'

export type FetchedRun = Disposable & { readonly folder: RunFolder }

/** The folder contains only the log as the node serves it, with masked secrets. It is deleted after use. */
export async function fetchRun(log: LogSource): Promise<FetchedRun> {
  const folder = new RunFolder(join(mkdtempSync(join(tmpdir(), 'mayday-fetched-')), 'run'))
  const remove = (): void => rmSync(join(folder.path, '..'), { recursive: true, force: true })
  try {
    folder.create()
    await copyLog(log, folder.log)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, [Symbol.dispose]: remove }
}

async function copyLog(log: LogSource, path: string): Promise<void> {
  const file = openSync(path, 'w')
  try {
    for (let at = 0; ;) {
      const part = await log.window({ from: at, bytes: MOST_WINDOW_BYTES })
      if (part.to <= at) return
      // A window begins with a whole line.
      writeSync(file, Buffer.from(part.text).subarray(Math.max(0, at - part.from)))
      at = part.to
    }
  } finally {
    closeSync(file)
  }
}
