import type { VNode } from 'preact'
import { Dialog } from './dialog.tsx'

const KEYS: readonly (readonly [string, string])[] = [
  ['j k', 'down and up through the rows'],
  ['h l', 'to the column beside'],
  ['Enter', 'open what the cursor is at'],
  ['r', 'try it again'],
  ['/', 'filter, or search in the log'],
  ['f', 'follow the log, or stop following'],
  ['n p', 'next and previous match in the log'],
  ['Esc', 'close the log, then the panel'],
  ['?', 'this help'],
]

export function Help({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        Filters, what is open and the place in a log are in the address: a copied link shows the same to you
        again.
      </p>
      <form method="dialog" class="buttons">
        <button>Close</button>
      </form>
    </Dialog>
  )
}
