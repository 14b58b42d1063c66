import { readEscalations } from '../../../views/escalations.ts'
import type { Screen } from '../command.ts'
import { openRecorded } from '../record/open-store.ts'
import { renderEscalations } from './render-escalations.ts'

export async function runEscalations({ all }: { readonly all: boolean }, screen: Screen): Promise<number> {
  using opened = await openRecorded({ shared: 'reads' })
  const answer = readEscalations(opened.store, { all })
  return screen.answer(answer, () => renderEscalations(answer.escalations, { nowMs: Date.now(), ...screen }))
}
