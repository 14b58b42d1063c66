import type { State } from '../../src/views/state.ts'
import { runAction } from '../actions.ts'
import { deed } from '../client.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import { plural } from '../words.ts'
import { namesOf } from './task-deeds.ts'

const resume = (key: string): void => void runAction(deed('gates/:key/open', { key }))

/** Several tasks may start at once, and that cannot be undone: it names them first. */
export function openGate(key: string, { gates, tasks }: Pick<State, 'gates' | 'tasks'>): void {
  const held = gates.find((gate) => gate.key === key)?.tasks ?? []
  if (held.length < 2) return resume(key)
  confirmFirst({
    title: `Resume ${plural(held.length, 'task')}?`,
    body: `One of them tries at once; if it works, the others follow: ${namesOf(tasks.filter(({ task }) => held.includes(task)))}.`,
    does: 'Resume',
    run: () => resume(key),
  })
}
