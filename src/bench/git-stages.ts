/**
 * Creates the work tree of an attempt.
 *
 * - G1 A repository is fetched over the network once, into a bare mirror. The mirror is refreshed only if it lacks a
 *   commit, or if a branch or tag is requested.
 * - G2 The work tree contains the commit and its ancestors, so the agent cannot look up the fix. It has no remote.
 * - G3 Attempts that fetch into the same mirror at the same time wait for each other. A mirror is never incomplete. A
 *   killed fetch leaves no commit without its files, because packs are written atomically.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readShipped } from '../record/read-shipped.ts'
import { redact } from '../secrets/secrets.ts'
import { shellWords } from '../supervision/shell-words.ts'
import type { StageSpec } from '../supervision/run-spec.ts'
import type { BenchTask } from './suite/task.ts'

export type GitPlaces = {
  /** The folder of all mirrors. */
  readonly mirrors: string
  /** The home folder of the user. The home folder of an attempt contains no git login. */
  readonly home: string
  /** The path of Mayday's separate git directory. Null if the task has no sandbox. */
  readonly own: string | null
}

const ID = /^[0-9a-f]{7,64}$/

/** One mirror for each repository. */
const mirrorOf = (repo: string, mirrors: string): string =>
  join(mirrors, `${createHash('sha256').update(repo).digest('hex').slice(0, 24)}.git`)

export function gitStages(task: BenchTask, { mirrors, home, own }: GitPlaces): readonly StageSpec[] {
  const { repo, commit, timeouts } = task
  const mirror = mirrorOf(repo, mirrors)
  const isId = ID.test(commit) ? 'yes' : 'no'
  return [
    {
      stage: 'git_clone',
      argv: [
        '/bin/sh',
        '-c',
        readShipped('src/bench/scripts/clone.sh'),
        'git_clone',
        mirror,
        repo,
        commit,
        home,
        isId,
      ],
      command: redact(shellWords(['git', 'clone', repo]), []),
      timeoutMs: timeouts.clone,
      idleMs: null,
    },
    {
      stage: 'git_checkout',
      argv: [
        '/bin/sh',
        '-c',
        readShipped('src/bench/scripts/checkout.sh'),
        'git_checkout',
        mirror,
        repo,
        commit,
        own ?? '',
      ],
      command: shellWords(['git', 'checkout', commit]),
      timeoutMs: timeouts.checkout,
      idleMs: null,
    },
  ]
}
