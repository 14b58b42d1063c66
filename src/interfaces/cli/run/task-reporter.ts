import type { Plan } from '../../../recovery/plan.ts'
import type { TaskRecord } from '../../../record/task.ts'
import type { PreparedAttempt } from '../../../scheduling/attempt.ts'
import type { TaskEnd } from '../../../scheduling/run-task.ts'
import type { TaskEvent } from '../../../scheduling/task-context.ts'
import { shellWords } from '../../../supervision/shell-words.ts'
import { cut, oneLine } from '../screen/columns.ts'
import type { Terminal } from '../command.ts'
import { renderEnd } from './render-end.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { longTime } from '../screen/times.ts'
import { shownJson, shownText } from '../../shown.ts'

/** Reports the events of a task between its runs. */
export type TaskReporter = { readonly tell: (event: TaskEvent) => void; readonly end: (end: TaskEnd) => void }

export function taskReporterFor(terminal: Terminal, json: boolean): TaskReporter {
  const { out } = terminal
  if (json)
    return {
      tell: (event) => out(`${shownJson(event)}\n`),
      end: () => undefined,
    }
  const style = styleFor(terminal.colour)
  const say = (text: string): void => (terminal.live === null ? out(`${text}\n`) : terminal.live.above(text))
  return {
    tell: (event) => {
      if (event.event === 'attempt:ended') {
        terminal.live?.clear()
        const { colour, columns } = terminal
        return out(renderEnd(event.result, { colour, columns, isPlanned: true }))
      }
      const said = describeTaskEvent(event, style, terminal.columns)
      if (said !== null) say(said)
    },
    end: ({ status }) => {
      terminal.live?.clear()
      out(`${style.bold(`task ${status}`)}\n`)
    },
  }
}

/** An event of a task in words; null if it is not shown, or if other lines already show it. */
export function describeTaskEvent(event: TaskEvent, style: Style, columns: number): string | null {
  switch (event.event) {
    case 'attempt:starting':
      return style.bold(`● task ${event.task}: attempt ${event.attempt}`) + unread(event.placement)
    case 'lesson:learned':
      return `${style.yellow('✎ lesson')} ${cut(oneLine(event.lesson.error), columns - 10)}`
    case 'lessons:unwritten':
      return style.yellow(`! the lessons could not be written: ${event.why}`)
    case 'card:unwritten':
      return style.yellow(`! the card could not be written yet: ${oneLine(event.why)}`)
    case 'plan:made':
      return event.plan.kind === 'none' ? null : planLines(event.plan, style, columns)
    case 'work:saved':
      return style.dim(`  saved as ${event.ref} (${event.why})`)
    case 'tree:unprepared':
      return style.yellow(
        `! task ${event.task} works in ${oneLine(event.tree)} without ${event.missing.join(' and ')}, and has no setup that installs it. Install it there. Give later tasks a setup: mayday add --setup "npm ci", or stages.setup in mayday.yaml`,
      )
    case 'tree:unfiltered':
      return style.yellow(
        `! task ${event.task} has a separate work tree, checked out without the filter ${event.filters.map(oneLine).join(' and ')}. Only this repository configures it, and Mayday executes no such filter. Configure it in your own git config (git config --global; for git-lfs: git lfs install)`,
      )
    case 'tree:rolled-back':
      return style.dim(`  the work tree is back at ${event.to.slice(0, 12)}`)
    case 'wait:started':
      return `… waits${event.until === null ? '' : ` until ${longTime(event.until)}`}: ${oneLine(event.why)}\n  ${oneLine(event.next)}`
    case 'task:escalated':
      return `${style.red('! needs a person')} (escalation ${event.escalation}): ${oneLine(event.cause)}\n  mayday escalations    mayday ack ${event.escalation}`
    case 'attempt:ended':
    case 'task:ended':
      return null
  }
}

const unread = (placement: string): string =>
  placement === 'stdin' ? '  (the prompt is its standard input, which the command may not read)' : ''

const planLines = ({ kind, why, differs }: Plan, style: Style, columns: number): string =>
  [
    `${style.cyan(`→ ${kind}`)} ${wrap(oneLine(why), columns - 12)}`,
    ...(differs === '' ? [] : [style.dim(`  differs: ${oneLine(differs)}`)]),
  ].join('\n')

export function renderDryRun(
  { task, plan, attempt }: { task: TaskRecord; plan: Plan | null; attempt: PreparedAttempt },
  { colour, columns }: Pick<Terminal, 'colour' | 'columns'>,
): string {
  const style = styleFor(colour)
  const next = plan === null ? style.cyan('→ first attempt') : planLines(plan, style, columns)
  const starts = plan === null || (plan.kind !== 'none' && plan.kind !== 'stop' && plan.kind !== 'escalate')
  return [
    style.bold(`Task ${task.task}: ${oneLine(task.title)}`),
    next,
    ...(starts
      ? [
          '',
          style.bold('Command'),
          `  ${cut(shellWords(attempt.agent.argv.map((word) => oneLine(shownText(word)))), columns - 2)}`,
          '',
          style.bold('Prompt'),
          shownText(attempt.prompt),
        ]
      : []),
    '',
  ].join('\n')
}
