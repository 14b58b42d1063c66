/** Has this project joined a fleet? Asked by every command that reads the queue, so it loads nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'

/** Holds the address of a fleet's database. Taken out of the environment when Mayday starts: no child inherits it. */
export const FLEET_VARIABLE = 'MAYDAY_FLEET_URL'

/** Everything that a project keeps about its fleet. */
export const fleetFolder = ({ record }: Pick<Project, 'record'>): string => join(record, 'fleet')

export const memberFile = (project: Pick<Project, 'record'>): string =>
  join(fleetFolder(project), 'member.json')

export const hasJoined = (project: Pick<Project, 'record'>): boolean => existsSync(memberFile(project))
