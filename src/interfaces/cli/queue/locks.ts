import { readLocks } from '../../../views/locks.ts'
import type { Screen } from '../command.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderLocks } from './render-locks.ts'

export async function runLocks(_asked: object, screen: Screen): Promise<number> {
  using context = await openRecordedQueue()
  const locks = readLocks(context)
  return screen.answer(locks, () => renderLocks(locks, { nowMs: Date.now(), ...screen }))
}
