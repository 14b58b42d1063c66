/** A task is shown by its newest run. One that never ran says why it waits, what it is to do, and what can be done. */
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { State } from '../../src/views/state.ts'
import { linkFor, visit } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { useCommands } from '../commands.ts'
import { taskMenu } from '../deeds/task-deeds.ts'
import { WaitWords } from '../next-step.tsx'
import type { PageProps } from '../pages.ts'
import { Command } from '../parts/command.tsx'
import { Crumbs } from '../parts/crumb.tsx'
import { StateTag } from '../parts/state.tsx'
import { isMissing, Missing } from '../trouble.tsx'
import { needsPerson } from '../words.ts'
import { ActButtons, directActs } from './direct-acts.tsx'

export function TaskPage({ state, address: { place } }: PageProps): VNode {
  const number = place.page === 'task' ? place.task : 0
  const { answer, error } = useAsked(question(api.tasks[':n'], { param: { n: `${number}` } }))
  const row = state.tasks.find(({ task }) => task === number) ?? answer?.task ?? null
  const newest = row?.run ?? null
  useEffect(() => {
    if (newest !== null) visit(linkFor({ page: 'run', run: newest, tab: 'why' }), { replace: true })
  }, [newest])
  return (
    <main class="page" aria-busy={row === null && error === null}>
      <Crumbs crumbs={[{ name: 'Work', href: linkFor({ page: 'work' }) }, { name: `Task #${number}` }]} />
      {row === null ? (
        <h1 class={isMissing(error) ? 'sr' : undefined}>Task #{number}</h1>
      ) : (
        <Head row={row} state={state} />
      )}
      <Missing error={error}>
        <a href={linkFor({ page: 'work' })}>All tasks</a>
      </Missing>
      {row === null || newest !== null ? null : <NotYet row={row} prompt={answer?.prompt ?? null} />}
    </main>
  )
}

function Head({ row, state }: { readonly row: BoardRow; readonly state: State }): VNode {
  const entries = taskMenu(row)
  useCommands(
    `Task #${row.task}`,
    entries.filter((entry) => entry !== 'rule'),
  )
  return (
    <div class="head">
      <h1>{row.title}</h1>
      <StateTag status={row.status} />
      <span class="grow hide-s" />
      <div class="bs run-acts" role="group" aria-label="Actions">
        <ActButtons direct={directActs(row, state)} entries={entries} />
      </div>
    </div>
  )
}

type NotYetProps = { readonly row: BoardRow; readonly prompt: string | null }

const NotYet = ({ row, prompt }: NotYetProps): VNode => (
  <>
    <section>
      <h2>It has not run yet</h2>
      <p class="sub">
        {row.waiting === null ? (
          'Nothing is planned for it.'
        ) : (
          <>
            It <WaitWords wait={row.waiting} title={row.title} />.{' '}
            {needsPerson(row.waiting) ? <a href="/">See what to do</a> : null}
          </>
        )}
      </p>
    </section>
    <section class="sec">
      <h2>What it is to do</h2>
      <div class="prompt">
        <p class="as-written">{prompt ?? row.title}</p>
      </div>
    </section>
    {row.actions.includes('cancel') ? (
      <section class="sec">
        <h2>Run it now, in a terminal</h2>
        <Command command={`mayday run --task ${row.task}`} />
      </section>
    ) : null}
  </>
)
