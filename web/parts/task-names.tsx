import type { VNode } from 'preact'
import type { TaskRow } from '../../src/views/task-row.ts'

const MOST_NAMES = 12

type TaskNamesProps = { readonly tasks: readonly Pick<TaskRow, 'task' | 'title'>[] }

/** What is touched, by name. */
export const TaskNames = ({ tasks }: TaskNamesProps): VNode => (
  <ul class="touched">
    {tasks.slice(0, MOST_NAMES).map(({ task, title }) => (
      <li key={task}>
        <span class="dim">#{task}</span> {title}
      </li>
    ))}
    {tasks.length > MOST_NAMES ? <li class="dim">and {tasks.length - MOST_NAMES} more</li> : null}
  </ul>
)
