import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MaydayError } from '../errors.ts'

function isOurs(folder: string): boolean {
  try {
    const found: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof found === 'object' && found !== null && 'name' in found && found.name === 'mayday'
  } catch {
    // There is no readable package file here. The search continues above.
    return false
  }
}

/** The folder of this installation. Sources and bundles are at different depths below it. */
export function packageRoot(from: string = import.meta.dirname): string {
  if (isOurs(from)) return from
  const parent = dirname(from)
  if (parent !== from) return packageRoot(parent)
  throw new MaydayError(
    'INSTALLATION',
    'This installation of Mayday has lost its package.json: install it again.',
  )
}
