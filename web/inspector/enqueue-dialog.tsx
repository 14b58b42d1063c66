import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Agents } from '../../src/views/agents.ts'
import { useActions } from '../actions.ts'
import { useAsked } from '../asked.ts'
import { deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { Trouble } from '../trouble.tsx'

type Agent = Agents['agents'][number]

/** Agents that the project defines come first. */
const ordered = (agents: readonly Agent[]): readonly Agent[] =>
  agents.toSorted((a, b) => Number(b.isConfigured) - Number(a.isConfigured))

type EnqueueDialogProps = { readonly path: string; readonly onClose: () => void }

/** For a card that has no agent yet. */
export function EnqueueDialog({ path, onClose }: EnqueueDialogProps): VNode {
  const { answer, error } = useAsked(question('agents'))
  const [chosen, setChosen] = useState<string | null>(null)
  const { run } = useActions()
  const agents = ordered(answer?.agents ?? [])
  const here = agents.filter(({ path: found }) => found !== null)
  const agent = chosen ?? here[0]?.name ?? ''
  return (
    <Dialog title="Which agent works on it?" onClose={onClose}>
      <Trouble error={error} />
      <form method="dialog" class="fields">
        <label>
          Agent
          <select value={agent} onChange={(event) => setChosen(event.currentTarget.value)}>
            {agent === '' ? <option value="">choose one</option> : null}
            <Group label="On this machine" agents={here} />
            <Group label="Not found on this machine" agents={agents.filter((one) => one.path === null)} />
          </select>
        </label>
        <p class="muted">
          To skip this question, name the default agent in mayday.yaml (
          <code>agent: {agent === '' ? 'claude' : agent}</code>) and start the board again.
        </p>
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Leave it
          </button>
          <button
            class="main"
            disabled={agent === ''}
            onClick={() => void run(deed('cards/enqueue', { card: path, agent }))}
          >
            Enqueue
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const Group = ({
  label,
  agents,
}: {
  readonly label: string
  readonly agents: readonly Agent[]
}): VNode | null =>
  agents.length === 0 ? null : (
    <optgroup label={label}>
      {agents.map(({ name, isConfigured }) => (
        <option key={name} value={name}>
          {name}
          {isConfigured ? ' (from mayday.yaml)' : ''}
        </option>
      ))}
    </optgroup>
  )
