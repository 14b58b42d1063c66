import { statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run-program.ts'

const root = join(import.meta.dirname, '..')

export type Packed = { readonly file: string; readonly size: number; readonly files: number }

/** Packs the built package into a folder. */
export function pack(folder: string): Packed {
  const said: unknown = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, quiet: true }),
  )
  const [first]: unknown[] = Array.isArray(said) ? said : []
  if (typeof first !== 'object' || first === null || !('filename' in first) || !('entryCount' in first))
    throw new Error('npm pack did not say what it packed.')
  const file = join(folder, String(first.filename))
  return { file, size: statSync(file).size, files: Number(first.entryCount) }
}
