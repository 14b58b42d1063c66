import { join } from 'node:path'
import type { Config } from '../../../config/config.ts'
import type { Project } from '../../../record/project.ts'

/** The file that agents read by themselves, relative to the project. */
export const lessonsFileName = ({ lessons }: Config): string => lessons.file ?? 'AGENTS.md'

export const lessonsFile = ({ root }: Project, config: Config): string => join(root, lessonsFileName(config))
