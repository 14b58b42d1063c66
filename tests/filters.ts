import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { GitRepository } from './git-repository.ts'

/** The owners of a filter's configuration. */
export const owners = ['the repository', 'the user'] as const

/** A filter that stores a file as its length and keeps the content in a folder. */
export const storageIn = (folder: string): Record<string, string> => ({
  'lfs.clean': `f=$(mktemp); cat > $f; n=$(wc -c < $f); mv $f ${folder}/stored-$n; echo $n`,
  'lfs.smudge': `cat ${folder}/stored-$(cat)`,
})

/**
 * The repository's own git always has these settings. The user's
 * are also in the user's config, until the stubs are removed.
 */
export function configureFilters(
  repo: GitRepository,
  owner: (typeof owners)[number],
  settings: Readonly<Record<string, string>>,
): void {
  const file = join(repo.path, '..', 'gitconfig')
  for (const [name, value] of Object.entries(settings)) {
    repo.git('config', `filter.${name}`, value)
    if (owner === 'the user') execFileSync('git', ['config', '--file', file, `filter.${name}`, value])
  }
  vi.stubEnv('GIT_CONFIG_GLOBAL', owner === 'the user' ? file : '/dev/null')
}
