/** One line of a list that asks for a deed: what, why, what to do, and the one button that does it. */
import type { ComponentChildren, VNode } from 'preact'
import { Command } from './command.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Menu, type MenuEntry } from './menu.tsx'
import type { Step } from './steps.ts'

type ItemProps = {
  /** The key of the row, for the cursor. */
  readonly rowKey: string
  /** The kind of trouble. */
  readonly icon: IconName
  readonly what: string
  readonly href: string
  /** `#23`, after the title. */
  readonly number?: string | null
  readonly why: ComponentChildren
  readonly todo: string
  readonly age: ComponentChildren
  /** The button of the row. Only one of a page is filled. */
  readonly action: ComponentChildren
  readonly more: readonly MenuEntry[]
  readonly steps?: readonly Step[]
}

export const Item = (props: ItemProps): VNode => {
  const { rowKey, icon, what, href, number = null, why, todo, age, action, more, steps = [] } = props
  return (
    <li class="item" data-key={rowKey}>
      <Icon name={icon} tone="dim" />
      <a class="what" href={href}>
        {what}
        {number === null ? null : <span> {number}</span>}
      </a>
      <p class="why">{why}</p>
      <p class="todo">{todo}</p>
      <span class="age dim s n">{age}</span>
      <div class="do">{action}</div>
      <div class="more">
        {more.length === 0 ? null : (
          <Menu look="bare icon" label={`More for ${what}`} entries={more}>
            <Icon name="more" />
          </Menu>
        )}
      </div>
      {steps.length === 0 ? null : (
        <ol class="steps">
          {steps.map(({ words, command }, at) => (
            <li key={words}>
              <p>
                {steps.length === 1 ? '' : `${at + 1}. `}
                {words}
              </p>
              {command === null ? null : <Command command={command} label={words} />}
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
