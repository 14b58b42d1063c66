import type { Screen } from '../command.ts'
import { openRecorded } from '../record/open-store.ts'
import { renderEscalations } from './render-escalations.ts'

export async function runEscalations({ all }: { readonly all: boolean }, screen: Screen): Promise<number> {
  using opened = await openRecorded({ shared: 'reads' })
  const escalations = (opened.store?.escalations() ?? []).filter(({ state }) => all || state !== 'closed')
  return screen.answer({ escalations }, () =>
    renderEscalations(escalations, { nowMs: Date.now(), ...screen }),
  )
}
