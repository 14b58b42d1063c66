import type { CiSystem } from './ci-system.ts'
import { githubActions } from './github-actions.ts'

/** Every CI system whose logs are read as jobs and steps. The first that recognises a log reads it. */
export const ciSystems: readonly CiSystem[] = [githubActions]
