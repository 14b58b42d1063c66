import type { VNode } from 'preact'
import { useCallback, useMemo, useRef } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { Need } from '../../src/views/needs.ts'
import type { State } from '../../src/views/state.ts'
import { useCursor } from '../cursor.ts'
import { doingOf } from '../deeds/need-deeds.ts'
import { startScheduler } from '../deeds/scheduler-deeds.ts'
import { usePageKeys } from '../keys.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { focusedRow, useRowFocus } from '../take-focus.ts'
import { needsPerson, plural } from '../words.ts'
import { GateBar } from './gate-bar.tsx'
import { NeedItem } from './need-item.tsx'
import { Night, Settled } from './night.tsx'
import { NotifyButton } from './notify-button.tsx'

export function NeedsYouPage({ state }: PageProps): VNode {
  const { needs, gates, tasks } = state
  const rows = useMemo(() => new Map(tasks.map((row) => [row.task, row])), [tasks])
  const rowOf = (need: Need): BoardRow | null => rows.get(need.task ?? -1) ?? null
  const cursor = useCursor(useMemo(() => [needs.map(({ key }) => key)], [needs]))
  useRowFocus(cursor)
  // Kept, so that a row is drawn again only if it changes.
  const latest = useRef({ state, rowOf })
  latest.current = { state, rowOf }
  const onDo = useCallback((need: Need): void => {
    const now = latest.current
    doingOf(need).run(need, now.rowOf(need), now.state)
  }, [])
  useNeedKeys(needs, onDo)
  // What is asked of a person says it already.
  const asked = new Set(needs.map(({ gate }) => gate))
  const holding = gates.filter(({ tasks, key }) => tasks.length > 0 && !asked.has(key))
  const quiet = gates.filter(({ tasks, key }) => tasks.length === 0 && !asked.has(key)).length
  return (
    <main class="page" aria-label="Needs you">
      <Head count={needs.length} hasFigures={tasks.length > 0} />
      {tasks.length === 0 ? <FirstSteps state={state} /> : <Night state={state} />}
      <NoScheduler state={state} />
      {holding.map((gate) => (
        <GateBar key={gate.key} gate={gate} state={state} />
      ))}
      {needs.length === 0 && tasks.length > 0 ? (
        <Nothing />
      ) : (
        <Inbox needs={needs} rowOf={rowOf} onDo={onDo} />
      )}
      <Settled state={state} quietGates={quiet} />
      {needs.length === 0 ? null : <Keys />}
    </main>
  )
}

type HeadProps = { readonly count: number; readonly hasFigures: boolean }

const Head = ({ count, hasFigures }: HeadProps): VNode => (
  <div class="head">
    <h1>Needs you</h1>
    <p class="sub s">
      {count === 0 ? 'nothing' : plural(count, 'thing')}
      {hasFigures ? <span class="hide-s"> · figures of the last 12 hours</span> : null}
    </p>
    <span class="grow" />
    <NotifyButton />
  </div>
)

const Nothing = (): VNode => (
  <Empty title="Nothing needs you">
    <p>
      What runs and waits is at <a href="/work">Work</a>.
    </p>
  </Empty>
)

const Keys = (): VNode => (
  <p class="xs dim hide-s hint-keys">
    <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>d</kbd> do the first thing · <kbd>.</kbd>{' '}
    more · <kbd>z</kbd> undo
  </p>
)

type InboxProps = Pick<GroupProps, 'needs' | 'rowOf' | 'onDo'>

function Inbox({ needs, rowOf, onDo }: InboxProps): VNode {
  const shared = needs.filter(({ holds }) => holds > 0)
  const single = needs.filter(({ holds }) => holds === 0)
  return (
    <section class="inbox" aria-label="Inbox">
      <Group title="Holds up other work" needs={shared} first={needs[0]} rowOf={rowOf} onDo={onDo} />
      <Group
        title={shared.length > 0 ? 'One task each' : 'Waits for you'}
        needs={single}
        first={needs[0]}
        rowOf={rowOf}
        onDo={onDo}
      />
    </section>
  )
}

/** `d` does the deed of the row, `.` opens its menu. */
function useNeedKeys(needs: readonly Need[], onDo: (need: Need) => void): void {
  const current = (): Need | undefined => needs.find(({ key }) => key === focusedRow()) ?? needs[0]
  usePageKeys({
    d: () => {
      const need = current()
      if (need !== undefined) onDo(need)
    },
    '.': () => {
      const key = current()?.key ?? ''
      document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .menu button`)?.click()
    },
  })
}

type GroupProps = {
  readonly title: string
  readonly needs: readonly Need[]
  readonly first: Need | undefined
  readonly rowOf: (need: Need) => BoardRow | null
  readonly onDo: (need: Need) => void
}

function Group({ title, needs, first, rowOf, onDo }: GroupProps): VNode | null {
  if (needs.length === 0) return null
  return (
    <>
      <h2>
        <Icon name="need" tone="need" />
        {title} <span>{needs.length}</span>
      </h2>
      <ul class="panel">
        {needs.map((need) => (
          <NeedItem key={need.key} need={need} row={rowOf(need)} isFirst={need === first} onDo={onDo} />
        ))}
      </ul>
    </>
  )
}

/** What waits for a person would not start with a scheduler either. */
function NoScheduler({ state: { holder, isShared, tasks } }: { readonly state: State }): VNode | null {
  const ready = tasks.filter(
    ({ status, waiting }) =>
      /^(?:queued|deferred|waiting)$/.test(status) && waiting !== null && !needsPerson(waiting),
  ).length
  if (holder !== null || isShared || ready === 0) return null
  return (
    <section class="gate" aria-label="No scheduler">
      <Icon name="wait" />
      <p>
        <b>No scheduler runs.</b> {plural(ready, 'task')} {ready === 1 ? 'waits' : 'wait'} for one.{' '}
        <a href="/work">See what waits</a>
      </p>
      <button type="button" class="b" onClick={startScheduler}>
        Start the scheduler
      </button>
    </section>
  )
}

const FirstSteps = ({ state }: { readonly state: State }): VNode => (
  <Empty
    title="No runs yet"
    suggestions={[
      {
        does: 'Run an agent once, and see why it failed if it does',
        command: 'mayday run -- claude -p "fix the login test"',
      },
      {
        does: 'Queue a task. mayday work runs it, and retries with the lesson of a failure',
        command: 'mayday add "Fix the login test" --agent claude --verify "npm test"',
      },
      { does: 'See this page with sample data', command: 'mayday board --demo' },
    ]}
  >
    <p>
      <code>mayday explain FILE</code> explains one output and keeps nothing. What Mayday runs itself appears
      here: why it failed, and what to do.
      {state.board === null ? null : (
        <>
          {' '}
          Its <a href="/cards">cards</a> can be put into the queue.
        </>
      )}
    </p>
  </Empty>
)
