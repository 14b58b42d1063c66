import { loadConfig, type LoadedConfig } from '../../../config/load-config.ts'
import { trustOf } from '../../../config/trust-record.ts'
import type { Project } from '../../../record/project.ts'
import { HOW, untrusted } from '../config/require-trust.ts'

/** For a process that stays: throws where the file executes by now what nobody has trusted, at the start or since. */
export const trustCheck =
  (project: Project, { executing: atStart }: LoadedConfig) =>
  async (): Promise<void> => {
    const { executing } = await loadConfig(project, process.env)
    if (executing.values.length === 0) return
    // Only what is remembered counts: MAYDAY_TRUST speaks for what was there at the start.
    if (executing.hash === atStart.hash || trustOf(executing, project) !== undefined) return
    throw untrusted({ project, executing }, HOW)
  }
