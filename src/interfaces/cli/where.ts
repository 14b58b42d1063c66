import { existsSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { findProject, type Project } from '../../record/project.ts'
import { storePath } from '../../record/store.ts'
import type { RunCommand } from './command.ts'
import { tellPlace } from './tell-place.ts'

export const runWhere: RunCommand = async (args, { out }) => {
  if (args.positionals.length > 0)
    throw new UsageError(`where takes options only, and got '${args.positionals[0]}'. Try: mayday where`)
  const project = findProject(process.cwd(), process.env)
  const old = args.text('take')
  if (old === undefined) {
    if (!args.flag('json')) await tellPlace(project)
  } else {
    const { takeRecord } = await import('./take-record.ts')
    await takeRecord(old, project)
  }
  out(args.flag('json') ? whereJson(project) : `${project.record}\n`)
  return 0
}

const whereJson = ({ root, record, trees }: Project): string =>
  `${JSON.stringify(
    { format: 'mayday.where/1', root, record, trees, isRecorded: existsSync(storePath(record)) },
    null,
    2,
  )}\n`
