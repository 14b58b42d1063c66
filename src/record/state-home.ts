import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { MaydayError } from '../errors.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** Names the folder of all records. Workers get it too, so that a `mayday` inside a run finds the same records. */
export const STATE_VARIABLE = 'MAYDAY_STATE'

/** Names the folder of all work trees. An agent works there, so it is never inside a record. */
export const TREES_VARIABLE = 'MAYDAY_TREES'

/**
 * The folder with the records of all projects of this user: `MAYDAY_STATE`, else `$XDG_STATE_HOME/mayday`, else
 * `~/.local/state/mayday`. A relative `XDG_STATE_HOME` is ignored, as its specification requires.
 */
export function stateHome(env: Env): string {
  const { [STATE_VARIABLE]: named, XDG_STATE_HOME: xdg } = env
  if (named !== undefined && named !== '') return absolute(STATE_VARIABLE, named)
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'mayday')
  return join(homeOf(env), '.local/state/mayday')
}

/** The folder of all separate work trees of tasks: `MAYDAY_TREES`, else `trees` in the state folder. */
export function treesHome(env: Env): string {
  const { [TREES_VARIABLE]: named } = env
  return named === undefined || named === '' ? join(stateHome(env), 'trees') : absolute(TREES_VARIABLE, named)
}

/** A relative path would name a different folder in each working directory. */
function absolute(variable: string, path: string): string {
  if (isAbsolute(path)) return path
  throw new MaydayError('BAD_STATE', `${variable} is '${path}', and must be an absolute path.`)
}

/** The user's home. An empty or relative `HOME` would name the working directory. */
export function homeOf({ HOME: home }: Env): string {
  return home !== undefined && isAbsolute(home) ? home : userInfo().homedir
}
