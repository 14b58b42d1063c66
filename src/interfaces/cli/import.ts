import { UnknownWordError, UsageError } from '../../errors.ts'
import { readGza } from '../../record/importers/gza.ts'
import type { RunCommand } from './command.ts'
import { countOf } from './numbers.ts'
import { openStore } from './open-store.ts'

const sources = ['gza']

export const runImport: RunCommand = async (args, terminal) => {
  const [from, path, ...more] = args.positionals
  if (from === undefined || path === undefined || more.length > 0)
    throw new UsageError('import takes a kind and a path. Try: mayday import gza .gza/gza.db')
  if (!sources.includes(from)) throw new UnknownWordError('kind of import', from, sources)
  const { schema, runs, pending } = readGza(path)
  const { store } = await openStore(terminal)
  const { imported, known } = store.importRuns(from, runs)
  store.close()
  terminal.out(
    args.flag('json')
      ? `${JSON.stringify({ format: 'mayday.import/1', from, path, schema, imported, known, pending }, null, 2)}\n`
      : sentence(imported, known, pending),
  )
  return 0
}

const sentence = (imported: number, known: number, pending: number): string =>
  [
    `${imported === 0 ? 'No new runs' : countOf(imported, 'run')} imported from gza.`,
    ...(known === 0 ? [] : [`Known already: ${countOf(known, 'run')}.`]),
    ...(pending === 0 ? [] : [`Left out: ${countOf(pending, 'task')} that never ran or did not end.`]),
    'See: mayday history\n',
  ].join(' ')
