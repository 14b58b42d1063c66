import type { ListedSetting } from '../../../config/list-settings.ts'
import { configFiles, type ConfigFile } from '../../../config/config-files.ts'
import { findProject } from '../../../record/project.ts'
import { oneLine } from '../screen/columns.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { styleFor } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { shownText } from '../../shown.ts'
import type { Paper } from '../screen/page.ts'

export async function runConfig(_asked: object, screen: Screen<Answer<'mayday.config/1'>>): Promise<number> {
  const [{ readConfig }, { listSettings }, { executingValues }, { trustOf }] = await Promise.all([
    import('../../../config/read-config.ts'),
    import('../../../config/list-settings.ts'),
    import('../../../config/executing-values.ts'),
    import('../../../config/trust-record.ts'),
  ])
  const project = findProject(process.cwd(), process.env)
  const files = configFiles(project, process.env)
  const read = readConfig(files)
  const listed = listSettings(read)
  const executing = executingValues(read.untrusted, project)
  const isTrusted = executing.values.length === 0 || trustOf(executing, project) !== undefined
  return screen.answer({ files: filesJson(files), trusted: isTrusted, settings: listed }, () =>
    renderConfig({ files, listed, isTrusted }, screen),
  )
}

const filesJson = (files: readonly ConfigFile[]): Answer<'mayday.config/1'>['files'] =>
  files.map(({ path, text }) => ({ path, found: text !== null }))

type ConfigView = {
  readonly files: readonly ConfigFile[]
  readonly listed: readonly ListedSetting[]
  readonly isTrusted: boolean
}

/** Values from files are highlighted; defaults are dim. */
function renderConfig({ files, listed, isTrusted }: ConfigView, { colour, columns }: Paper): string {
  const style = styleFor(colour)
  const said = ({ from }: ListedSetting, text: string): string => (from === null ? style.dim(text) : text)
  const table: readonly Column<ListedSetting>[] = [
    { cell: ({ key }) => key, align: 'left', giveUp: 0, paint: said },
    {
      cell: ({ shown }) => oneLine(shownText(shown ?? '-')).slice(0, 60),
      align: 'left',
      giveUp: 0,
      paint: said,
    },
  ]
  const lines = tableLines(listed, table, {
    last: ({ from, executes }) =>
      from === null ? 'default' : `${from.file}:${from.line}${executes && !isTrusted ? '  not trusted' : ''}`,
    width: Math.max(columns, 120),
  })
  const read = files.map(({ path, text }) => `${text === null ? 'not there' : 'read     '}  ${path}`)
  const hint = isTrusted ? [] : ['', 'Not trusted yet, so none of it is executed. Look at it: mayday trust']
  return `${[...read, '', ...lines, ...hint].join('\n')}\n`
}
