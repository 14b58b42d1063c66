import { validateSuite, type TaskValidity } from '../../../../bench/validate-suite.ts'
import { UsageError } from '../../../../errors.ts'
import { countOf } from '../../../../signals/count-of.ts'
import { benchContext, sandboxedSuite, type BenchAsked } from './bench-request.ts'
import { watchBenchSignals } from './bench-signals.ts'
import { cut, oneLine } from '../../screen/columns.ts'
import type { WholeAnswer } from '../../answers.ts'
import type { Screen, Terminal } from '../../command.ts'
import { exitWith } from '../../exit-codes.ts'
import { openStore } from '../../record/open-store.ts'
import { trustedConfig } from '../../config/project-config.ts'
import { styleFor } from '../../screen/style.ts'

/** `mayday bench validate SUITE` checks that every task fails before an agent works on it. */
export async function runBenchValidate(asked: BenchAsked, screen: Screen): Promise<number> {
  const { json, jobs = 1 } = asked
  const [path, more] = asked.words
  if (path === undefined || more !== undefined || asked.behind.length > 0)
    throw new UsageError(
      'bench validate needs one suite: a folder of task files, or one file. Try: mayday bench validate suites/shop',
    )
  const config = await trustedConfig(asked, screen)
  const { tasks } = sandboxedSuite(path, config)
  using opened = await openStore()
  using signals = watchBenchSignals(opened, () => undefined)
  const { cancel, force, see: tell } = signals
  const context = benchContext(opened, config, { cancel, force, tell })
  const told = (one: TaskValidity): void => {
    if (!json) screen.out(renderValidity(one, screen))
  }
  const found = await validateSuite(tasks, context, { jobs, told })
  const invalid = found.filter(({ isValid }) => !isValid)
  const answer: WholeAnswer<'mayday.bench-validate/1'> = {
    format: 'mayday.bench-validate/1',
    suite: path,
    tasks: found,
  }
  return screen.answer(
    answer,
    () =>
      `${found.length - invalid.length} of ${countOf(found.length, 'task is', 'tasks are')} valid${unchecked(tasks.length - found.length)}.\n`,
    exitWith(cancel.aborted ? 'canceled' : invalid.length > 0 ? 'failed' : 'succeeded'),
  )
}

/** Tasks whose check was not finished because of a cancel. */
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
