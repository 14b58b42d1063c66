import type { VNode } from 'preact'
import { Dialog } from './dialog.tsx'
import { barPages, morePages, pages } from './pages.ts'

const KEYS: readonly (readonly [string, string])[] = [
  ['j k', 'down and up through the rows'],
  ['h l', 'to the column beside'],
  ['Enter', 'open the row'],
  ['d', 'do the first thing of the row'],
  ['.', 'the menu of the row'],
  ['r', 'try it again'],
  ['x', 'select the row; with Shift, all up to it'],
  ['v', 'list or columns, on Work'],
  ['a', 'add a task, on Work'],
  ['1 … 5', 'the tabs of a run'],
  ['l', 'from the story to the log, at the same place'],
  ['z', 'undo the last action'],
  ['/', 'filter, or search in the log'],
  ['f', 'follow the log, or stop following'],
  ['n p', 'next and previous match in the log'],
  ['Esc', 'close or leave'],
  ['Ctrl+K', 'find anything, and do anything by its name'],
  ['?', 'this help'],
]

export function Help({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <Dialog title="Keys" onClose={onClose} isWide>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <Key key={key} keys={key.split(' ')} does={does} />
        ))}
        {[...barPages, ...morePages].map(({ place, key }) => (
          <Key key={key} keys={['g', key]} does={`go to ${pages[place.page].words}`} />
        ))}
      </dl>
      <p class="s sub keys-note">
        The page, its filters and the place in a log are in the address: a copied link shows the same to you
        again.
      </p>
      <form method="dialog" class="bs buttons">
        <button class="b">Close</button>
      </form>
    </Dialog>
  )
}

const Key = ({ keys, does }: { readonly keys: readonly string[]; readonly does: string }): VNode => (
  <div>
    <dt>
      {keys.map((one) => (
        <kbd key={one}>{one}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
)
