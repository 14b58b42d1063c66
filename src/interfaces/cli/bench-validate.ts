import { validateSuite, type TaskValidity } from '../../bench/validate-suite.ts'
import { UsageError } from '../../errors.ts'
import { countOf } from '../../signals/count-of.ts'
import { benchHouse, countIn, sandboxedSuite, wordsBefore } from './bench-request.ts'
import { watchBenchSignals } from './bench-signals.ts'
import { cut, oneLine } from './columns.ts'
import type { RunCommand, Terminal } from './command.ts'
import { openStore } from './open-store.ts'
import { trustedConfig } from './project-config.ts'
import { styleFor } from './style.ts'
import { shownJson } from '../shown.ts'

/** `mayday bench validate SUITE`: do all tasks fail as a task should, before any agent? */
export const runBenchValidate: RunCommand = async (args, terminal) => {
  const [, path, more] = wordsBefore(args)
  if (path === undefined || more !== undefined || args.behind.length > 0)
    throw new UsageError(
      'bench validate takes one suite: a folder of task files, or one file. Example: mayday bench validate suites/shop',
    )
  const config = await trustedConfig(args, terminal)
  const jobs = countIn(args, 'jobs')
  const { tasks } = sandboxedSuite(path, config)
  const opened = await openStore(terminal)
  const isJson = args.flag('json')
  using signals = watchBenchSignals(opened, () => undefined)
  const { cancel, force, see: tell } = signals
  const house = benchHouse(opened, config, { cancel, force, tell })
  try {
    const told = (one: TaskValidity): void => {
      if (!isJson) terminal.out(renderValidity(one, terminal))
    }
    const found = await validateSuite(tasks, house, { jobs, told })
    const invalid = found.filter(({ isValid }) => !isValid)
    if (isJson)
      terminal.out(`${shownJson({ format: 'mayday.bench-validate/1', suite: path, tasks: found }, 2)}\n`)
    else
      terminal.out(
        `${found.length - invalid.length} of ${countOf(found.length, 'task is', 'tasks are')} valid${unchecked(tasks.length - found.length)}.\n`,
      )
    if (signals.cancel.aborted) return 130
    return invalid.length > 0 ? 1 : 0
  } finally {
    opened.store.close()
  }
}

/** Tasks that a cancel kept from being looked at to their end. */
const unchecked = (left: number): string =>
  left === 0 ? '' : `; ${countOf(left, 'task')} ${left === 1 ? 'was' : 'were'} not checked`

function renderValidity(one: TaskValidity, { colour, columns, live }: Terminal): string {
  const style = styleFor(colour)
  const { isValid, failure_reason, reason, task, stage } = one
  const word = isValid ? 'valid' : `${failure_reason ?? reason ?? ''}${stage === null ? '' : ` in ${stage}`}`
  const whole = `${task}  ${word}  ${oneLine(one.summary)}`
  const said = live === null ? whole : cut(whole, Math.max(40, columns - 2))
  return `${isValid ? style.green('✔') : style.red('✗')} ${said}\n`
}
