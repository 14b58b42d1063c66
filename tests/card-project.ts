/** A board in a real repository, for tests of the command line. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { Finished } from './run-mayday.ts'
import type { TestProject } from './running-mayday.ts'
import { repository } from './task-repository.ts'

export const LOCKS = 'project/phase-5-flows/in-progress/5.2-locks.md'
export const QUEUE = 'project/phase-5-flows/backlog/5.3-queue.md'
export const BROKEN = 'project/phase-5-flows/backlog/5.9-broken.md'

const cardText = (title: string, status: string): string =>
  `---
owner: ada
agent_flow: null
agent_status: ${status}
parallelizable: false
---

# ${title}

Acceptance Criteria:
- [x] it is written down
- [ ] it works

History:
- 2026-11-01: made
`

export type CardProject = TestProject & {
  /** The output of a command that succeeded. */
  readonly say: (...args: string[]) => Promise<string>
  /** The error message of a command that was refused. */
  readonly refusal: (...args: string[]) => Promise<string>
  readonly write: (path: string, text: string) => void
  readonly read: (path: string) => string
}

export async function cardProject(): Promise<CardProject> {
  const project = await repository()
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(project.file(path)), { recursive: true })
    writeFileSync(project.file(path), text)
  }
  write(LOCKS, cardText('Locks', 'idle'))
  write(QUEUE, cardText('Queue', 'idle'))
  write('works.sh', '#!/bin/sh\necho done >> made-by-the-agent\n')
  write('fails.sh', '#!/bin/sh\necho "[MAYDAY_FAILURE:TESTS_FAILED]"\nexit 1\n')
  write('lasts.sh', '#!/bin/sh\nwhile [ ! -e go-on ]; do sleep 0.05; done\necho done >> made-by-the-agent\n')
  for (const name of ['works.sh', 'fails.sh', 'lasts.sh']) chmodSync(project.file(name), 0o755)
  const ask = (args: readonly string[]): Promise<Finished> => project.mayday(args, { MAYDAY_DIR: '' })
  return {
    ...project,
    write,
    read: (path) => readFileSync(project.file(path), 'utf8'),
    say: async (...args) => {
      const finished = await ask(args)
      expect(finished).toMatchObject({ code: 0, stderr: '' })
      return finished.stdout
    },
    refusal: async (...args) => {
      const { code, stdout, stderr } = await ask(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^mayday: .+\n$/)
      return stderr.slice('mayday: '.length, -1)
    },
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  }
}

/** Without the project's path, which differs each time. */
export const namelessIn = (project: TestProject, text: string): string =>
  text.replaceAll(project.path, 'HERE')

/** Ends every pause before a retry. */
export function endPauses(project: TestProject): void {
  using db = new DatabaseSync(project.inRecord('mayday.db'))
  db.exec("UPDATE plans SET starts_at = '2026-01-01T00:00:00.000Z'")
  db.exec("UPDATE tasks SET wait_until = '2026-01-01T00:00:00.000Z' WHERE wait_until IS NOT NULL")
}
