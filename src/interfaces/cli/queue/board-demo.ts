import { knownAgents } from '../../../agents/known-agents.ts'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { NO_CONFIG } from '../../../config/config.ts'
import { NOTHING_LOADED } from '../../../config/load-config.ts'
import { Store } from '../../../record/store.ts'
import { setConcurrency } from '../../../scheduling/limits.ts'
import { runScheduler } from '../../../scheduling/scheduler.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { makeSample } from '../../board/demo/make-sample.ts'
import { keepLively } from '../../board/demo/keep-lively.ts'
import type { BoardContext } from '../../board/context.ts'
import { launcherFor } from '../record/launch-mayday.ts'
import { workContext } from '../record/queue-context.ts'

export type Demo = { readonly context: BoardContext; readonly close: () => Promise<void> }

/** A sample project with a running scheduler. Both end with the board and leave nothing behind. */
export async function openDemo(): Promise<Demo> {
  const project = await makeSample(new Date())
  const store = Store.open(project.record, { root: project.root })
  const scheduler = startScheduler({ project, store: Store.open(project.record, { root: project.root }) })
  const stopping = new AbortController()
  const lively = keepLively(project, stopping.signal)
  const context: BoardContext = {
    store,
    project,
    processes: openProcesses(),
    knownAgents,
    clock: wallClock,
    schedule: {},
    config: NO_CONFIG,
    overrides: {},
    isDemo: true,
    checkTrust: async () => undefined,
    launch: launcherFor(project),
  }
  return {
    context,
    close: async () => {
      stopping.abort()
      await lively
      await scheduler.stop()
      store.close()
      rmSync(dirname(project.root), { recursive: true, force: true })
    },
  }
}

/** Opens a separate store, so that the board sees its writes like those of any other process. */
function startScheduler(opened: Pick<BoardContext, 'project' | 'store'>): {
  readonly stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  const nobody = (): void => undefined
  setConcurrency(2, opened)
  const work = runScheduler(
    {
      ...workContext(opened, NOTHING_LOADED),
      drain: signal,
      stop: signal,
      force: signal,
      tell: nobody,
      show: nobody,
      startAdopter: nobody,
    },
    { mode: 'watch', worktrees: false },
  ).finally(() => opened.store.close())
  return {
    stop: async () => {
      stopping.abort()
      await work
    },
  }
}
