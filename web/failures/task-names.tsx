import type { VNode } from 'preact'
import type { FailureTask } from '../../src/views/failure-schema.ts'

const MOST_NAMES = 12

export const TaskNames = ({ tasks }: { readonly tasks: readonly FailureTask[] }): VNode => (
  <ul class="touched">
    {tasks.slice(0, MOST_NAMES).map(({ task, title }) => (
      <li key={task}>
        <span class="dim">#{task}</span> {title}
      </li>
    ))}
    {tasks.length > MOST_NAMES ? <li class="dim">and {tasks.length - MOST_NAMES} more</li> : null}
  </ul>
)
