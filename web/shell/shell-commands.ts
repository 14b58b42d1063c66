/** What can be done on every page. */
import type { State } from '../../src/views/state.ts'
import { linkFor, visit } from '../address.ts'
import { useCommands } from '../commands.ts'
import { schedulerCommands } from '../deeds/scheduler-deeds.ts'
import { noticesNow, toggleNotices } from '../notices.ts'
import { undoNewest } from '../toasts.tsx'
import { changeTheme, themes, themeWords } from './theme.ts'

export function useShellCommands(state: State | null, help: () => void): void {
  useCommands('Commands', [
    {
      name: 'Add a task',
      words: 'new create prompt',
      run: () => visit(linkFor({ page: 'work' }, { add: 'task' })),
    },
    ...(state === null ? [] : schedulerCommands(state)),
    { name: 'Undo the last action', key: 'z', words: 'take back', run: undoNewest },
    ...themes.map((theme) => ({
      name: `Theme: ${themeWords[theme]}`,
      words: 'colour mode',
      run: () => changeTheme(theme),
    })),
    {
      name: noticesNow() === 'on' ? 'Stop notifications of the browser' : 'Notify me when something needs me',
      words: 'notifications bell',
      run: () => void toggleNotices(),
    },
    { name: 'Keys and help', key: '?', words: 'shortcuts keyboard', run: help },
  ])
}
