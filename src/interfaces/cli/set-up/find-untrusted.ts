import { MaydayError } from '../../../errors.ts'
import type { Project } from '../../../record/project.ts'
import { loadProjectConfig } from '../config/project-config.ts'
import type { Asked } from '../config/require-trust.ts'

/**
 * What nobody has trusted yet, for commands that only tell of it; null where there is nothing to tell. A file or a record
 * that cannot be used is told by the commands that need it.
 */
export async function findUntrusted(project: Project): Promise<Asked | null> {
  try {
    const { executing } = await loadProjectConfig()
    if (executing.values.length === 0) return null
    const { isTrustedNow } = await import('../config/require-trust.ts')
    return isTrustedNow({ project, executing }) ? null : { project, executing }
  } catch (error) {
    if (error instanceof MaydayError) return null
    throw error
  }
}
