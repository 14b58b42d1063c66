import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { packageRoot } from './package-root.ts'

const texts = new Map<string, string>()

/** The text of a file that is installed with Mayday, by its path in the package. It is read once. */
export function readShipped(path: string): string {
  const text = texts.get(path) ?? readInstalled(path)
  texts.set(path, text)
  return text
}

function readInstalled(path: string): string {
  try {
    return readFileSync(join(packageRoot(), path), 'utf8')
  } catch (error) {
    if (error instanceof MaydayError) throw error
    const message = `This installation of Mayday has lost ${path}: install it again.`
    throw new MaydayError('INSTALLATION', message, { cause: error })
  }
}
