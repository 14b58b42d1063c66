/** Has this project joined a fleet? Asked by every command that reads the queue, so it loads nothing. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Project } from './project.ts'

/** Holds the address of a fleet's database. Taken out of the environment when Mayday starts: no child inherits it. */
export const FLEET_VARIABLE = 'MAYDAY_FLEET_URL'

/** Everything that a project keeps about its fleet. */
export const fleetFolder = ({ record }: Pick<Project, 'record'>): string => join(record, 'fleet')

const MEMBER_FILE = 'member.json'

export const memberFile = (project: Pick<Project, 'record'>): string =>
  join(fleetFolder(project), MEMBER_FILE)

export const hasJoined = (project: Pick<Project, 'record'>): boolean => existsSync(memberFile(project))

/** True for the record of a node, which is in the folder of its fleet. */
export const isOfNode = ({ record }: Pick<Project, 'record'>): boolean =>
  existsSync(join(dirname(record), MEMBER_FILE))
