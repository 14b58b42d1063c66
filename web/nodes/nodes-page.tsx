/** The machines of a fleet: which are here, what they run, and what they may run. */
import type { VNode } from 'preact'
import type { NodeRow, Nodes } from '../../src/views/nodes.ts'
import { useActions } from '../actions.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, deed, question } from '../client.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useNow } from '../now.ts'
import { Trouble } from '../trouble.tsx'
import { duration, plural } from '../words.ts'

/** Contact is a matter of seconds. */
const ASK_EVERY_MS = 5000

export function NodesPage({ state }: PageProps): VNode {
  const tick = Math.floor(useNow() / ASK_EVERY_MS)
  const { answer, error } = useAsked(question(api.nodes, {}), `${tick} ${state.counts.running}`)
  return (
    <main class="page">
      <div class="head">
        <h1>Nodes</h1>
        {answer === null || answer.leaseMs === null ? null : (
          <span class="sub">
            {plural(answer.nodes.filter((node) => node.state === 'here').length, 'node')} at work ·{' '}
            {answer.address}
          </span>
        )}
      </div>
      <Trouble error={error} />
      {answer === null ? null : answer.leaseMs === null ? <NoFleet /> : <Fleet nodes={answer} />}
    </main>
  )
}

const NoFleet = (): VNode => (
  <Empty
    title="This project is on one machine"
    suggestions={[
      {
        does: 'Share the queue with other machines through a Postgres database',
        command: 'mayday fleet join postgres://HOST/DATABASE',
      },
      { does: 'Read how a fleet works', command: 'mayday fleet --help' },
    ]}
  >
    <p>
      A fleet is several machines that work on one queue. Each takes the tasks that it can do, and a run whose
      machine is lost continues on another one.
    </p>
  </Empty>
)

function Fleet({ nodes: { nodes, stranded, accounts } }: { readonly nodes: Nodes }): VNode {
  const present = nodes.filter(({ state }) => state !== 'left')
  const left = nodes.length - present.length
  return (
    <>
      {stranded.length === 0 ? null : <Stranded stranded={stranded} />}
      <div class="panel">
        <table class="stack nodes">
          <thead>
            <tr>
              <th>Node</th>
              <th>Now</th>
              <th>Agents and accounts</th>
              <th>Labels</th>
              <th class="n">Last contact</th>
              <th>
                <span class="sr">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {present.map((node) => (
              <Row key={node.id} node={node} />
            ))}
          </tbody>
        </table>
      </div>
      {left === 0 ? null : (
        <p class="s dim more-link">{plural(left, 'node has', 'nodes have')} left the fleet.</p>
      )}
      <Accounts accounts={accounts} />
    </>
  )
}

function Accounts({ accounts }: Pick<Nodes, 'accounts'>): VNode | null {
  if (accounts.length === 0) return null
  return (
    <section class="sec">
      <h2>
        Accounts <span>at most so many runs at a time on all nodes together</span>
      </h2>
      <ul class="shares">
        {accounts.map(({ account, most, used }) => (
          <li key={account} class="share">
            <span class="share-name">{account}</span>
            <span class="m" aria-hidden="true">
              <i style={{ width: `${Math.min(100, (100 * used) / Math.max(1, most))}%` }} />
            </span>
            <span class="n">
              {used} of {most}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Look = { readonly icon: IconName; readonly tone: string; readonly words: string }

const LOOKS: Readonly<Record<NodeRow['state'], Look>> = {
  here: { icon: 'ok', tone: 'ok', words: 'Takes work' },
  draining: { icon: 'wait', tone: 'wait', words: 'Takes no more work' },
  away: { icon: 'fail', tone: 'fail', words: 'No contact' },
  left: { icon: 'skip', tone: 'idle', words: 'Has left' },
}

function Row({ node }: { readonly node: NodeRow }): VNode {
  const { name, state, isThis, labels, silentMs, servesLogs } = node
  const { icon, tone, words } = LOOKS[state]
  return (
    <tr>
      <td class="full">
        <b>{name}</b> {isThis ? <span class="dim">this machine</span> : null}
        <p class="s sub">
          <Icon name={icon} tone={tone} /> {words}
          {servesLogs || state === 'away' ? '' : ' · its logs cannot be read from here'}
        </p>
      </td>
      <RunsNow node={node} />
      <MayRun node={node} />
      <td class="full sub">{labels.join(', ')}</td>
      <td class="n dim">{silentMs < 2000 ? 'now' : `${duration(silentMs)} ago`}</td>
      <td class="n">
        <Drain node={node} />
      </td>
    </tr>
  )
}

const RunsNow = ({ node: { runs, concurrency } }: { readonly node: NodeRow }): VNode => (
  <td class="full">
    {runs.length} of {concurrency} running
    {runs.map(({ run, task }, at) => (
      <>
        {at === 0 ? ': ' : ', '}
        <a key={run} href={linkFor({ page: 'run', run, tab: 'why' })} title={`Task ${task}`}>
          run {run}
        </a>
      </>
    ))}
  </td>
)

const MayRun = ({ node: { agents, allowsAny, commands } }: { readonly node: NodeRow }): VNode => (
  <td class="full sub">
    {allowsAny
      ? 'takes everything in the queue'
      : agents.map((one) => `${one.name} (${one.isInstalled ? one.account : 'not installed'})`).join(', ')}
    {commands.length === 0 ? null : (
      <>
        {agents.length === 0 || allowsAny ? '' : ', '}
        <code>{commands.join(', ')}</code>
      </>
    )}
  </td>
)

function Drain({ node: { name, isDraining } }: { readonly node: NodeRow }): VNode {
  const { run, busy } = useActions()
  const drain = deed(api.nodes[':name'].drain, { param: { name } })
  const work = deed(api.nodes[':name'].work, { param: { name } })
  return isDraining ? (
    <button type="button" class="b" disabled={busy} onClick={() => void run(work, { undo: drain })}>
      Take work again
    </button>
  ) : (
    <button
      type="button"
      class="b"
      disabled={busy}
      title="Finishes what runs and takes nothing new"
      onClick={() => void run(drain, { undo: work })}
    >
      Drain
    </button>
  )
}

const MOST = 5

const Stranded = ({ stranded }: { readonly stranded: Nodes['stranded'] }): VNode => (
  <div class="note wait stranded">
    <Icon name="wait" />
    <div class="grow">
      <b>{plural(stranded.length, 'task waits', 'tasks wait')} for something that no node has.</b>
      <ul class="s">
        {stranded.slice(0, MOST).map(({ task, needs }) => (
          <li key={task}>
            <a href={linkFor({ page: 'task', task })}>Task {task}</a> needs {needs}
          </li>
        ))}
        {stranded.length > MOST ? <li>and {stranded.length - MOST} more</li> : null}
      </ul>
    </div>
  </div>
)
