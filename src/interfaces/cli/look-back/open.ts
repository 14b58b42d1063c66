/** A copy of a run's work, with a shell or a command in it. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { openTree } from '../../../scheduling/opened-trees.ts'
import { complain } from '../../complain.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { refuseElsewhere } from '../fleet/refuse-on-fleet.ts'
import { withRun } from '../record/find-recorded.ts'
import { openShown } from '../record/queue-context.ts'
import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'

export type OpenAsked = {
  readonly run: string
  readonly behind: readonly string[]
  readonly json: boolean
}

export async function runOpen(
  { run: word, behind, json }: OpenAsked,
  screen: Screen<Answer<'mayday.open/1'>>,
): Promise<number> {
  const { run, path, isNew } = await makeTree(word)
  const remove = `git worktree remove --force ${path}`
  if (json) return screen.answer({ run, path, isNew, remove }, () => '')
  const [program, ...args] = behind.length > 0 ? behind : shellOf()
  const told = `${isNew ? 'A copy of' : 'The copy of'} the work of run ${run} is in ${path}`
  if (program === undefined) {
    screen.out(`${told}\nTo remove it: mayday clean --trees, or ${remove}\n`)
    return 0
  }
  complain(
    `${told}. ${behind.length > 0 ? '' : 'This is a shell in it: leave it with exit. '}To remove it: mayday clean --trees`,
  )
  return runIn(path, program, args)
}

async function makeTree(word: string): Promise<{ run: number; path: string; isNew: boolean }> {
  using opened = await openShown({ shared: { filesOf: word } })
  const context = withRun(opened, word)
  refuseElsewhere(context, 'open')
  return { run: context.run.run, ...(await openTree(context.run, context)) }
}

/** A shell is opened only at a terminal. */
const shellOf = (): readonly string[] =>
  process.stdin.isTTY && process.stdout.isTTY ? [process.env['SHELL'] ?? '/bin/sh'] : []

/** The exit code of the command, as a shell reports it. */
function runIn(cwd: string, program: string, args: readonly string[]): Promise<number> {
  const { [TRUST_VARIABLE]: _, ...env } = process.env
  const child = spawn(program, args, { cwd, stdio: 'inherit', env: { ...env, PWD: cwd } })
  // The command decides what Ctrl+C means.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      complain(`${program} could not be started: ${error.message}`)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      process.off('SIGINT', ignore)
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
