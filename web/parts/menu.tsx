/**
 * A menu behind a button.
 *
 * U1 Esc, a click elsewhere and a choice close it; Esc and a choice give the focus back to its button.
 * U2 The arrow keys move through its entries.
 */
import type { ComponentChildren, RefObject, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export type MenuEntry =
  | {
      readonly name: string
      readonly title?: string
      readonly isDisabled?: boolean
      readonly run: () => void
    }
  | 'rule'

type MenuProps = {
  /** The content of the button. */
  readonly children: ComponentChildren
  /** The name of the button, if its content is not enough. */
  readonly label?: string
  readonly entries: readonly MenuEntry[]
  /** Classes of the button, besides `b`. */
  readonly look?: string
}

function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((one) => one === document.activeElement)
  buttons.at((at + by) % Math.max(1, buttons.length))?.focus()
}

/** The first entry gets the focus. U1: a click elsewhere closes the menu. */
function useOpened(isOpen: boolean, place: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    place.current?.querySelector<HTMLElement>('li button')?.focus()
    const elsewhere = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) close()
    }
    addEventListener('pointerdown', elsewhere)
    addEventListener('focusin', elsewhere)
    return () => {
      removeEventListener('pointerdown', elsewhere)
      removeEventListener('focusin', elsewhere)
    }
  }, [isOpen])
}

type ChoiceProps = { readonly entry: MenuEntry; readonly close: () => void }

const Choice = ({ entry, close }: ChoiceProps): VNode =>
  entry === 'rule' ? (
    <li class="rule" aria-hidden="true" />
  ) : (
    <li>
      <button
        type="button"
        title={entry.title}
        disabled={entry.isDisabled}
        onClick={() => {
          close()
          entry.run()
        }}
      >
        {entry.name}
      </button>
    </li>
  )

export function Menu({ children, label, entries, look = '' }: MenuProps): VNode {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  useOpened(isOpen, place, () => setOpen(false))
  const press = (event: KeyboardEvent): void => {
    if (!isOpen || !['Escape', 'ArrowDown', 'ArrowUp'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else moveFocus(place.current, event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <div class="menu" ref={place} onKeyDown={press}>
      <button
        type="button"
        ref={button}
        class={`b ${look}`}
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen ? (
        <ul class="panel">
          {entries.map((entry, at) => (
            <Choice key={entry === 'rule' ? `rule ${at}` : entry.name} entry={entry} close={close} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}
