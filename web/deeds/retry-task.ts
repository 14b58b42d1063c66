import { runAction } from '../actions.ts'
import { deed } from '../client.ts'

/** A retry cannot be undone, because its run may have begun. It can be canceled. */
export const retryTask = (task: number): Promise<boolean> =>
  runAction(deed('tasks/:n/retry', { n: task }), {
    undo: deed('tasks/:n/cancel', { n: task }),
    back: 'Cancel it',
  })
