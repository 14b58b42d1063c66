/** A field to choose an agent: those of the project and of this machine come first. */
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Agents } from '../../src/views/agents.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { Trouble } from '../trouble.tsx'

type Agent = Agents['agents'][number]

type AgentChoiceProps = {
  readonly value: string
  readonly onChoose: (agent: string) => void
  /** Whether the default agent is chosen at first. */
  readonly preselects?: boolean
}

export function AgentChoice({ value, onChoose, preselects = true }: AgentChoiceProps): VNode {
  const { answer, error } = useAsked(question(api.agents, {}))
  const agents = (answer?.agents ?? []).toSorted((a, b) => Number(b.isConfigured) - Number(a.isConfigured))
  const here = agents.filter(({ path }) => path !== null)
  const first = preselects ? (answer?.default ?? here[0]?.name ?? '') : ''
  useEffect(() => {
    if (value === '' && first !== '') onChoose(first)
  }, [first])
  return (
    <>
      <Trouble error={error} />
      <label>
        Agent
        <select class="in" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {value === '' ? <option value="">choose one</option> : null}
          <Group label="On this machine" agents={here} />
          <Group label="Not found on this machine" agents={agents.filter(({ path }) => path === null)} />
        </select>
      </label>
    </>
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
