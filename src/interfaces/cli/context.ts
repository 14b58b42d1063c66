import { loadConfig } from '../../config/load-config.ts'
import { UsageError } from '../../errors.ts'
import { lessonsFor } from '../../memory/lessons-for.ts'
import { bytesOf, renderContext } from '../../memory/prompt-context.ts'
import { CONTEXT_BYTES } from '../../memory/prompt.ts'
import { parsePhase } from '../../record/phase.ts'
import type { Store } from '../../record/store.ts'
import type { Arguments, RunCommand } from './command.ts'
import { findTask } from './find-task.ts'
import { openRecorded } from './open-store.ts'
import { shownJson } from '../shown.ts'

/** Prints the Failure Context of a prompt, to the byte. */
export const runContext: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `context takes options only, and got '${args.positionals[0]}'. Try: mayday context --phase 12`,
    )
  const { store, project } = await openRecorded(terminal)
  try {
    const reader = readerOf(args, store)
    const lessons = lessonsFor(store?.lessons({ cleared: false }) ?? [], reader)
    const files = lessons.filter(({ task }) => task === reader.task).flatMap((lesson) => lesson.files)
    const { promptBytes = CONTEXT_BYTES } = (await loadConfig(project, process.env)).readable.lessons
    const { text, cut } = renderContext(lessons, { task: reader.task, files }, promptBytes)
    const told = { ...reader, lessons: lessons.map(({ number }) => number), bytes: bytesOf(text), cut, text }
    if (args.flag('json')) terminal.out(`${shownJson({ format: 'mayday.context/1', ...told }, 2)}\n`)
    else terminal.out(text === '' ? `${nothing(reader)}\n` : `${text}\n`)
    return 0
  } finally {
    store?.close()
  }
}

type ContextReader = { readonly task: number | null; readonly phase: string | null }

/** A task brings its phase along, where none is named. */
function readerOf(args: Arguments, store: Store | null): ContextReader {
  const [phase, named] = [args.text('phase'), args.text('task')]
  if (phase === undefined && named === undefined)
    throw new UsageError('context needs a phase or a task. Try: mayday context --phase 12')
  const task = named === undefined ? null : findTask(store, named)
  return {
    task: task?.task ?? null,
    phase: phase === undefined ? (task?.phase ?? null) : parsePhase(phase, '--phase'),
  }
}

const nothing = ({ task, phase }: ContextReader): string =>
  `No failures are known of ${[
    phase === null ? null : `phase ${phase}`,
    task === null ? null : `task ${task}`,
  ]
    .filter((word) => word !== null)
    .join(' or ')}: a prompt gets none.`
