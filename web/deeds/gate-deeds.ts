import type { State } from '../../src/views/state.ts'
import { runAction } from '../actions.ts'
import { api, deed } from '../client.ts'
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

/** One task may start at once: it can be canceled. Several are named first. */
export function openGate(key: string, { gates, tasks }: Pick<State, 'gates' | 'tasks'>): void {
  const held = gates.find((gate) => gate.key === key)?.tasks ?? []
  const open = deed(api.gates[':key'].open, { param: { key } })
  const [only] = held
  if (only === undefined) return void runAction(open)
  if (held.length === 1)
    return void runAction(open, {
      undo: deed(api.tasks[':n'].cancel, { param: { n: `${only}` } }),
      back: 'Cancel its task',
    })
  confirmFirst({
    title: `Resume ${plural(held.length, 'task')}?`,
    body: `One of them tries at once; if it works, the others follow: ${namesOf(tasks.filter(({ task }) => held.includes(task)))}.`,
    does: 'Resume',
    run: () => void runAction(open),
  })
}
