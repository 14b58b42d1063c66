/** Shows the output of an agent while it runs. The log reader masks secrets. */
import { join } from 'node:path'
import type { Project } from '../../../../record/project.ts'
import { findRunFolder } from '../../../../supervision/run-folders.ts'
import { RunFolder } from '../../../../supervision/run-folder.ts'
import { ShownLog } from '../../../../supervision/shown-log.ts'
import type { Terminal } from '../../command.ts'
import type { RunReporter } from '../run-reporter.ts'
import { ReadableLines } from './readable-lines.ts'

const LOOK_EVERY_MS = 200

/** The most bytes that one look shows, so that a flood of output does not block the supervisor. */
const MOST_READS = 4

/** Wraps a reporter so that it also shows the run's output, above its live line or between its plain lines. */
export function followed(reporter: RunReporter, project: Project, terminal: Terminal): RunReporter {
  let following: Following | null = null
  return {
    get runId() {
      return reporter.runId
    },
    show: reporter.show,
    canceling: reporter.canceling,
    report: (event) => {
      if (event.event === 'run:created') following = follow(event.runId, project, terminal)
      if (event.event === 'stage:ended') following?.look()
      if (event.event === 'run:ended') following?.finish()
      reporter.report(event)
    },
    end: (result) => {
      following?.finish()
      reporter.end(result)
    },
  }
}

type Following = { readonly look: () => void; readonly finish: () => void }

function follow(runId: string, project: Project, terminal: Terminal): Following | null {
  const path = findRunFolder(runId, project)
  if (path === null) return null
  const lines = new ReadableLines()
  const folder = new RunFolder(join(project.record, path))
  let log: ShownLog | null = null
  let isOver = false
  const look = (most: number): void => {
    log ??= ShownLog.open(folder, { from: 0, to: null, tail: null })
    for (let reads = 0; reads < most; reads += 1) {
      const bytes = log?.read(null) ?? null
      if (bytes === null) return
      show(lines.push(bytes), terminal)
    }
  }
  const timer = setInterval(() => look(MOST_READS), LOOK_EVERY_MS)
  timer.unref()
  return {
    look: () => look(Infinity),
    finish: () => {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      look(Infinity)
      if (log !== null) show([...lines.push(log.end()), ...lines.end()], terminal)
      log?.[Symbol.dispose]()
    },
  }
}

function show(lines: readonly string[], { live, out }: Terminal): void {
  if (lines.length === 0) return
  const text = lines.join('\n')
  if (live === null) out(`${text}\n`)
  else live.above(text)
}
