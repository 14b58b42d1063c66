import { loadConfig } from '../../../config/load-config.ts'
import { MaydayError } from '../../../errors.ts'
import { writeFailureContext, type Written } from '../../../memory/write-failure-context.ts'
import { phaseNumber } from '../../../record/phase.ts'
import type { Store } from '../../../record/store.ts'
import { countOf } from '../../../signals/count-of.ts'
import { completePhase } from '../../../scheduling/complete-phases.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { lessonsFile, lessonsFileName } from '../config/project-config.ts'
import { openRecorded } from '../record/open-store.ts'

export async function runPhase(
  asked: { readonly phase: string },
  screen: Screen<Answer<'mayday.phase/1'>>,
): Promise<number> {
  const phase = phaseNumber(asked.phase) ?? 0
  using opened = await openRecorded({ shared: 'writes' })
  const { store, project } = opened
  if (store === null) throw new UnknownPhaseError(phase, [])
  if (!isKnown(store, phase)) throw new UnknownPhaseError(phase, knownPhases(store))
  const { readable: config } = await loadConfig(project, process.env)
  const cleared = completePhase(phase, new Date(), store)
  await opened.ship?.()
  const written = writeFailureContext(lessonsFile(project, config), () => store.lessons(), {
    root: project.root,
    record: project.record,
    keepsUnknown: (entry) => phaseNumber(entry.phase) !== phase,
    ...(config.lessons.maxPerPhase === undefined ? {} : { mostPerPhase: config.lessons.maxPerPhase }),
  })
  const file = lessonsFileName(config)
  const why = written.kind === 'refused' ? { why: written.why } : {}
  return screen.answer(
    { phase, cleared, file, written: written.kind, ...why },
    () => sentences({ phase, cleared, file, written }),
    exitWith(written.kind === 'refused' ? 'trouble' : 'succeeded'),
  )
}

function isKnown(store: Store, number: number): boolean {
  const phase = String(number)
  return store.tasks({ phase, limit: 1 }).length > 0 || store.lessons({ phase }).length > 0
}

/** The phases of all tasks and lessons. */
function knownPhases(store: Store): readonly number[] {
  const named = [...store.tasks({ limit: 1000 }), ...store.lessons()].map(({ phase }) =>
    phase === null ? null : phaseNumber(phase),
  )
  return [...new Set(named)].filter((phase) => phase !== null).toSorted((a, b) => a - b)
}

class UnknownPhaseError extends MaydayError {
  constructor(phase: number, known: readonly number[]) {
    super(
      'UNKNOWN_PHASE',
      `No task of phase ${phase} is recorded here. ${known.length === 0 ? 'No task here has a phase. Give it one: mayday add … --phase 12' : `Known phases: ${known.join(', ')}.`}`,
    )
  }
}

type Completed = {
  readonly phase: number
  readonly cleared: number
  readonly file: string
  readonly written: Written
}

function sentences({ phase, cleared, file, written }: Completed): string {
  const done =
    cleared === 0
      ? `Phase ${phase} had no lessons to clear.`
      : `Phase ${phase} is complete: ${countOf(cleared, 'lesson')} cleared.`
  const record = cleared === 0 ? '' : ` The record is kept: mayday lessons --phase ${phase} --all`
  switch (written.kind) {
    case 'refused':
      return `${done} But ${written.why} Then run again: mayday phase complete ${phase}\n`
    case 'written':
      return `${done} ${file} no longer contains them.${record}\n`
    case 'unchanged':
      return `${done}${record}\n`
  }
}
