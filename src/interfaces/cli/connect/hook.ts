/** `mayday hook`, which agents start at events of a session. It never fails the agent (H1 in hear-event.ts). */
import type { Screen } from '../command.ts'
import { hearEvent, readEvent } from './hear-event.ts'

export async function runHook({ record }: { readonly record: boolean }, screen: Screen): Promise<number> {
  try {
    await (record ? recordEvent() : hearEvent(screen.out))
  } catch {
    // H1. `mayday connect` shows when a hook last ran, so a person can see there that it fails.
  }
  return 0
}

/** The detached part. */
async function recordEvent(): Promise<void> {
  const event = await readEvent()
  if (event !== null) await (await import('./record-ending.ts')).recordEnding(event)
}
