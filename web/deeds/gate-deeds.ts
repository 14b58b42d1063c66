import type { State } from '../../src/views/state.ts'
import { runAction } from '../actions.ts'
import { deed } from '../client.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import { plural } from '../words.ts'
import { namesOf } from './task-deeds.ts'

/** Who is paused. A circuit breaker is a pause after too many failures in a row. */
export function gateName(key: string): string {
  const [word = '', agent = '', account = ''] = key.split(':')
  if (word === 'machine') return 'This machine'
  if (word === 'breaker') return `${agent || 'Every agent'} (circuit breaker)`
  return account === '' || account === 'default' ? agent : `${agent} (${account})`
}

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
