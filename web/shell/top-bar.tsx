/** The bar above every page. On a phone the pages move to the bottom edge. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import { placePath, visit, type Page } from '../address.ts'
import type { Connection } from '../live.ts'
import { barPages, morePages, pages } from '../pages.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { plural } from '../words.ts'
import { SchedulerMenu } from './scheduler-menu.tsx'
import { ThemeButton } from './theme-button.tsx'

type TopBarProps = {
  readonly state: State | null
  readonly page: Page
  readonly connection: Connection
  readonly onHelp: () => void
  readonly onFind: () => void
}

export function TopBar({ state, page, connection, onHelp, onFind }: TopBarProps): VNode {
  return (
    <header class="top">
      <a class="brand" href="/" aria-label="Mayday, to Needs you">
        Mayday
      </a>
      {state === null ? null : <Project state={state} />}
      <Pages page={page} asking={state === null ? 0 : state.needs.length} />
      <div class="top-r">
        <ConnectionMark connection={connection} />
        <FindButton onFind={onFind} />
        {state === null ? null : <SchedulerMenu state={state} />}
        <ThemeButton />
        <Menu
          look="bare icon"
          label="More pages and help"
          entries={[
            ...morePages.map(({ place }) => ({
              name: pages[place.page].words,
              run: () => visit(placePath(place)),
            })),
            'rule',
            { name: 'Keys and help (?)', run: onHelp },
          ]}
        >
          <Icon name="more" />
        </Menu>
      </div>
    </header>
  )
}

/** The key of this machine's keyboard. */
const FIND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

const FindButton = ({ onFind }: { readonly onFind: () => void }): VNode => (
  <button type="button" class="b find" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
    <Icon name="find" />
    <span class="find-words">Find or do</span>
    <kbd class="hide-s">{FIND_KEY}</kbd>
  </button>
)

const Project = ({ state: { project } }: { readonly state: State }): VNode => (
  <span class="project hide-s" title={project.root}>
    <span class="cut">{project.name}</span>
    {project.isDemo ? <span class="tag idle">sample</span> : null}
  </span>
)

function Pages({ page, asking }: { readonly page: Page; readonly asking: number }): VNode {
  const { under } = pages[page]
  return (
    <nav class="nav" aria-label="Pages">
      {[...barPages, ...morePages.filter(({ place }) => place.page === under)].map(({ place, icon }) => (
        <a key={place.page} href={placePath(place)} aria-current={place.page === under ? 'page' : undefined}>
          <Icon name={icon} />
          {pages[place.page].words}
          {place.page === 'needs-you' && asking > 0 ? (
            <b>
              {asking}
              <span class="sr"> {plural(asking, 'thing').replace(/^\S+ /, '')}</span>
            </b>
          ) : null}
        </a>
      ))}
    </nav>
  )
}

const CONNECTION_WORDS: Readonly<Record<Connection, string>> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'connection lost, trying again',
  denied: 'the key is not valid any more',
}

/** Only trouble is shown; a screen reader is told each change. */
const ConnectionMark = ({ connection }: { readonly connection: Connection }): VNode => (
  <span class={`connection is-${connection}`} role="status">
    {connection === 'live' ? null : <Icon name="need" />}
    <span class={connection === 'live' ? 'sr' : undefined}>{CONNECTION_WORDS[connection]}</span>
  </span>
)
