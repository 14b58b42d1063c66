import { overridesOf } from '../../../config/custom-reasons.ts'
import { readStats } from '../../../views/stats.ts'
import type { Screen } from '../command.ts'
import { projectConfig } from '../config/project-config.ts'
import { nothingRecorded, openRecorded } from '../record/open-store.ts'
import { renderStats } from './render-stats.ts'

export async function runStats(
  {
    since: sinceAt = null,
    sessions,
  }: { readonly since: string | null | undefined; readonly sessions: boolean },
  screen: Screen,
): Promise<number> {
  if (sessions) return (await import('./session-stats.ts')).runSessionStats(sinceAt ?? undefined, screen)
  const overrides = overridesOf(await projectConfig())
  using opened = await openRecorded({ shared: 'reads' })
  const { store, project } = opened
  const stats = readStats({ sinceAt, overrides }, store)
  return screen.answer(stats, () =>
    store === null ? nothingRecorded(project) : renderStats(stats, { nowMs: Date.now(), ...screen }),
  )
}
