import { runAction, runAll } from '../actions.ts'
import { api, deed } from '../client.ts'
import { plural } from '../words.ts'

/** What is different in the next attempt. */
export type Change = { readonly hint?: string; readonly agent?: string; readonly prompt?: string }

/** A retry cannot be undone, because its run may have begun. It can be canceled. True if one was started. */
export function retryNow(tasks: readonly number[], change: Change = {}): Promise<boolean> {
  const steps = tasks.map((n) => ({
    deed: deed(api.tasks[':n'].retry, { param: { n: `${n}` }, json: change }),
    undo: deed(api.tasks[':n'].cancel, { param: { n: `${n}` } }),
  }))
  const [first, ...others] = steps
  if (first !== undefined && others.length === 0)
    return runAction(first.deed, { undo: first.undo, back: 'Cancel it' })
  return runAll(steps, {
    said: (done) => `${plural(done, 'task')} will be tried again.`,
    back: 'Cancel them',
  })
}
