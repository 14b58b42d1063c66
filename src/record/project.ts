import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { STATE_VARIABLE, stateHome, TREES_VARIABLE, treesHome, type Env } from './state-home.ts'

/**
 * A project: the folder that agents work in, and the folder of its record. The record is never inside the root: files
 * there come from a repository or an agent.
 */
export type Project = {
  readonly root: string
  readonly record: string
  /** The folder of the separate work trees of this project's tasks. */
  readonly trees: string
}

/** Long enough that two projects of one user never share a record. */
const HASH_CHARACTERS = 16

/** Readable in a listing. Only the hash identifies the project. */
const MOST_NAME_CHARACTERS = 40

/**
 * The project with this root. Every path to the same folder gives the same record. Its name is computed when it is
 * needed: a command that only reads a log needs none, and the first hash of a process takes milliseconds.
 */
export function projectAt(root: string, env: Env): Project {
  const [state, trees] = [stateHome(env), treesHome(env)]
  let known: string | null = null
  const name = (): string => (known ??= recordName(root))
  return {
    root,
    get record() {
      return join(state, name())
    },
    get trees() {
      return join(trees, name())
    },
  }
}

/** The variables that make another `mayday` process work on this project. */
export const environmentOf = ({ root, record, trees }: Project): Readonly<Record<string, string>> => ({
  MAYDAY_DIR: root,
  [STATE_VARIABLE]: dirname(record),
  [TREES_VARIABLE]: dirname(trees),
})

function recordName(root: string): string {
  const real = realPath(root)
  const name = basename(real)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, MOST_NAME_CHARACTERS)
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256').update(real).digest('hex').slice(0, HASH_CHARACTERS)
  return `${name === '' ? 'root' : name}-${hash}`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // The folder does not exist. The caller finds out when it uses the root.
    return path
  }
}

/** The nearest folder upward, from `folder` to `last`, for which the condition holds. */
function nearest(folder: string, last: string | null, isIt: (folder: string) => boolean): string | null {
  if (isIt(folder)) return folder
  const parent = dirname(folder)
  return folder === last || parent === folder ? null : nearest(parent, last, isIt)
}

const has =
  (name: string) =>
  (folder: string): boolean =>
    existsSync(join(folder, name))

/** Another user's file in a shared folder above, like /tmp, must not decide what the project is. */
function hasOwnConfig(folder: string): boolean {
  const found = statSync(join(folder, 'mayday.yaml'), { throwIfNoEntry: false })
  const user = process.geteuid?.()
  return found !== undefined && (user === undefined || found.uid === user || found.uid === 0)
}

/**
 * The project of a command. Its root is `MAYDAY_DIR`, else the nearest folder upward with a `mayday.yaml`, else the
 * git top level, else the folder itself. Above the repository (or, outside of one, above the folder itself) a
 * `mayday.yaml` counts only if this user or root owns it.
 */
export function findProject(cwd: string, env: Env): Project {
  const { MAYDAY_DIR: named } = env
  if (named !== undefined && named !== '') return projectAt(resolve(cwd, named), env)
  const folder = resolve(cwd)
  const top = nearest(folder, null, has('.git'))
  const last = top ?? folder
  const root = nearest(folder, last, has('mayday.yaml')) ?? nearest(dirname(last), null, hasOwnConfig) ?? last
  return projectAt(root, env)
}
