import { loadConfig } from '../../config/load-config.ts'
import { MaydayError, UsageError } from '../../errors.ts'
import { writeFailureContext, type Written } from '../../memory/write-failure-context.ts'
import { parsePhase, phaseNumber } from '../../record/phase.ts'
import type { Store } from '../../record/store.ts'
import { countOf } from '../../signals/count-of.ts'
import { completePhase } from '../../scheduling/complete-phases.ts'
import type { Arguments, RunCommand } from './command.ts'
import { lessonsFile, lessonsFileName } from './lessons-file.ts'
import { openRecorded } from './open-store.ts'
import { shownJson } from '../shown.ts'

export const runPhase: RunCommand = async (args, terminal) => {
  const phase = phaseArgument(args)
  const { store, project } = await openRecorded(terminal)
  if (store === null) throw new UnknownPhaseError(phase, [])
  try {
    if (!isKnown(store, phase)) throw new UnknownPhaseError(phase, knownPhases(store))
    const { readable: config } = await loadConfig(project, process.env)
    const cleared = completePhase(phase, new Date(), store)
    const written = writeFailureContext(lessonsFile(project, config), () => store.lessons(), {
      root: project.root,
      record: project.record,
      keepsUnknown: (entry) => phaseNumber(entry.phase) !== phase,
      ...(config.lessons.maxPerPhase === undefined ? {} : { mostPerPhase: config.lessons.maxPerPhase }),
    })
    const file = lessonsFileName(config)
    const told = {
      phase,
      cleared,
      file,
      written: written.kind,
      ...(written.kind === 'refused' ? { why: written.why } : {}),
    }
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.phase/1', ...told }, 2)}\n`
        : sentences({ phase, cleared, file, written }),
    )
    return written.kind === 'refused' ? 2 : 0
  } finally {
    store.close()
  }
}

function phaseArgument({ positionals }: Arguments): number {
  const [word, phase, ...more] = positionals
  if (word !== 'complete' || phase === undefined || more.length > 0)
    throw new UsageError('phase takes complete and a number. Try: mayday phase complete 12')
  return phaseNumber(parsePhase(phase, 'phase complete')) ?? 0
}

function isKnown(store: Store, number: number): boolean {
  const phase = String(number)
  return store.tasks({ phase, limit: 1 }).length > 0 || store.lessons({ phase }).length > 0
}

/** The phases that tasks and lessons belong to. */
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
      `No task of phase ${phase} is recorded here. ${known.length === 0 ? 'No phase is: name one with mayday add … --phase 12.' : `Known phases: ${known.join(', ')}.`}`,
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
      return `${done} But ${written.why} Then again: mayday phase complete ${phase}\n`
    case 'written':
      return `${done} ${file} tells of them no more.${record}\n`
    case 'unchanged':
      return `${done}${record}\n`
  }
}
