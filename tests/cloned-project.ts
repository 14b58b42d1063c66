/** A repository that contains a mayday.yaml, and the real command in it without trust. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atTerminal } from './at-terminal.ts'
import type { Finished } from './run-mayday.ts'
import type { TestProject } from './running-mayday.ts'
import { repository } from './task-repository.ts'

/** The environment of a command without any trust. */
export const UNTRUSTED: Record<string, string> = { MAYDAY_TRUST: '', MAYDAY_RUN_PATH: '' }

export type Clone = AsyncDisposable & {
  readonly project: TestProject
  readonly config: (text: string) => void
  /** The real command, without a terminal and without trust. */
  readonly mayday: (...args: string[]) => Promise<Finished>
  readonly type: (args: readonly string[], ...answers: string[]) => Promise<Finished>
  /** Whether anything of the config was executed. */
  readonly isHarmed: () => boolean
  readonly trusted: () => readonly unknown[]
}

/** A config in which every executable value leaves a trace. */
export const hostile = (canary: string): string => `# comes with the repository
agent: mine
agents:
  mine: {command: [touch, ${canary}]}
  claude: {command: [./claude, '{prompt}'], env: {PATH: '.'}}
stages: {setup: touch ${canary}, baseline: touch ${canary}, verify: touch ${canary}}
notify: {command: touch ${canary}, webhook: 'http://127.0.0.1:9/'}
bench: {sandbox: docker, image: evil}
`

/** A repository with a run, a task and a lesson in its record. The config is added afterwards. */
export async function clone(text?: string): Promise<Clone> {
  const project = await repository()
  const canary = join(project.path, 'harmed')
  writeFileSync(project.file('claude'), `#!/bin/sh\ntouch '${canary}'\necho 2.1.0\n`)
  chmodSync(project.file('claude'), 0o755)
  writeFileSync(project.file('run.log'), 'npm ERR! missing script: test\n')
  const config = (more: string): void => writeFileSync(project.file('mayday.yaml'), more)
  if (text !== 'none') config(text ?? hostile(canary))
  return {
    project,
    config,
    mayday: (...args) => project.mayday(args, UNTRUSTED),
    type: (args, ...answers) => atTerminal(args, { cwd: project.path, env: UNTRUSTED, answers }),
    isHarmed: () => existsSync(canary),
    trusted: () => {
      const file = project.inRecord('trust.json')
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).trusted : []
    },
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  }
}
