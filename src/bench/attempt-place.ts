import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPrivate, privateFolder } from '../record/private-folder.ts'
import type { Environment } from '../supervision/run-folder.ts'
import type { BenchTask } from './suite/task.ts'

/**
 * The folders of one attempt. They are separate from all others, because tools search for settings in the parent
 * folders of their work tree.
 */
export type AttemptPlace = {
  readonly id: string
  readonly folder: string
  readonly tree: string
  readonly home: string
  readonly temp: string
  /** A git directory that no command of the task can reach. */
  readonly git: string
}

/** Several users may share the temporary folder of the machine. */
export const newFolder = (id: string): string =>
  join(privateFolder(join(tmpdir(), `mayday-bench-${process.getuid?.() ?? 0}`)), id)

export const placeIn = (folder: string, id: string): AttemptPlace => ({
  id,
  folder,
  tree: join(folder, 'tree'),
  home: join(folder, 'home'),
  temp: join(folder, 'tmp'),
  git: join(folder, 'git'),
})

export function makePlace(place: AttemptPlace): void {
  for (const path of [place.tree, place.home, place.temp]) mkdirSync(path, { recursive: true, mode: 0o700 })
}

export function removePlace({ folder }: AttemptPlace): void {
  if (!isStillOurs(folder)) return
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Some tools write-protect the folders that they fill (for example, Go modules).
    spawnSync('chmod', ['-R', 'u+rwX', folder], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The shared folder may have been emptied, and another user may have created one with the same name. */
export function isStillOurs(folder: string): boolean {
  if (!existsSync(dirname(folder))) return false
  checkPrivate(dirname(folder))
  return true
}

/** The tool folders of version managers, below the home folder. Their programs find nothing without these variables. */
const TOOLCHAINS: Readonly<Record<string, string>> = {
  PYENV_ROOT: '.pyenv',
  RBENV_ROOT: '.rbenv',
  RUSTUP_HOME: '.rustup',
  NVM_DIR: '.nvm',
  VOLTA_HOME: '.volta',
  ASDF_DATA_DIR: '.asdf',
}

export const toolchainVariables: readonly string[] = Object.keys(TOOLCHAINS)

/** Variables that would make a command read or write outside of its attempt. */
const OUTSIDE =
  /^(?:XDG_(?:CONFIG|CACHE|DATA|STATE)_HOME|GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|PREFIX|NAMESPACE)|TEMP|TMP)$/

/** The environment of the commands of an attempt. */
export function environmentOf(
  task: BenchTask,
  attempt: number,
  { home, temp }: AttemptPlace,
  around: Environment,
): Environment {
  const kept = Object.entries(around).filter(([name]) => !OUTSIDE.test(name))
  const tools = Object.entries(TOOLCHAINS)
    .map(([name, folder]) => [name, join(homedir(), folder)] as const)
    .filter(([, path]) => existsSync(path))
  return {
    ...Object.fromEntries(tools),
    ...Object.fromEntries(kept),
    ...task.environment,
    HOME: home,
    TMPDIR: temp,
    MAYDAY_BENCH_TASK: task.id,
    MAYDAY_BENCH_ATTEMPT: String(attempt),
  }
}
