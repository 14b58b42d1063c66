import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { LeadsOutError, realInside } from '../record/inside-project.ts'
import { codeOf, NotPlainFileError, readPlain, TooLargeError } from '../record/plain-file.ts'
import type { Project } from '../record/project.ts'
import { homeOf } from '../record/state-home.ts'

export type ConfigFile = {
  readonly path: string
  /** Null if there is no file. */
  readonly text: string | null
}

type Env = Readonly<Record<string, string | undefined>>

/** No config that a person wrote is longer. */
const MAX_BYTES = 1024 * 1024

/** The file of the user and the file of the project. The file of the project wins. */
export function configFiles({ root }: Project, env: Env): readonly ConfigFile[] {
  const { XDG_CONFIG_HOME: xdg } = env
  const home = xdg === undefined || !xdg.startsWith('/') ? join(homeOf(env), '.config') : xdg
  const own = join(home, 'mayday', 'mayday.yaml')
  const projects = join(root, 'mayday.yaml')
  const files = [
    // A user may link to a config in another place. A repository may not, because errors quote the file.
    { path: own, text: readText(own, realpathSync) },
    { path: projects, text: readText(projects, (path) => realInside(root, path)) },
  ]
  if (files.at(-1)?.text === null) refuseOtherEnding(root)
  return files
}

/** Its writer believes that it is used. */
function refuseOtherEnding(root: string): void {
  const path = join(root, 'mayday.yml')
  if (existsSync(path))
    throw new MaydayError('BAD_CONFIG', `${path} is not read: its name must be mayday.yaml. Rename it.`)
}

function readText(path: string, real: (path: string) => string): string | null {
  try {
    return readPlain(real(path), MAX_BYTES).toString('utf8')
  } catch (error) {
    if (error instanceof TooLargeError)
      throw new MaydayError(
        'BAD_CONFIG',
        `${path} is larger than 1 MiB, so it is not a config file. Make it smaller.`,
      )
    if (error instanceof NotPlainFileError)
      throw new MaydayError('BAD_CONFIG', `${path} is ${error.what}, so it is not a config file. Remove it.`)
    if (error instanceof LeadsOutError) throw error
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new MaydayError('BAD_CONFIG', `${path} cannot be read (${code}). Correct that, or remove it.`)
  }
}
