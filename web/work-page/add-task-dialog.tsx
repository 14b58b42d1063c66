/** Adds a task, or puts a card into the queue. What mayday.yaml does not say is asked for. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Agents } from '../../src/views/agents.ts'
import type { State } from '../../src/views/state.ts'
import { useActions } from '../actions.ts'
import { useAsked } from '../asked.ts'
import { api, deed, type Deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { Trouble } from '../trouble.tsx'

type Fields = {
  readonly card: string
  readonly prompt: string
  readonly agent: string
  readonly flow: string
  readonly verify: string
  readonly phase: string
  readonly attempts: string
  readonly timeout: string
  readonly cost: string
}

const EMPTY: Fields = {
  card: '',
  prompt: '',
  agent: '',
  flow: '',
  verify: '',
  phase: '',
  attempts: '',
  timeout: '',
  cost: '',
}

const number = (word: string): number | null => (word === '' ? null : Number(word))
const text = (word: string): string | null => (word.trim() === '' ? null : word)

const deedOf = ({ card, prompt, agent, flow, verify, phase, attempts, timeout, cost }: Fields): Deed =>
  card === ''
    ? deed(api.tasks.add, {
        json: {
          prompt,
          agent: text(agent),
          flow: text(flow),
          verify: text(verify),
          phase: text(phase),
          attempts: number(attempts),
          timeoutMinutes: number(timeout),
          costUsd: number(cost),
        },
      })
    : deed(api.cards.enqueue, { json: { card, agent: text(agent), flow: text(flow) } })

export function AddTaskDialog({
  state,
  onClose,
}: {
  readonly state: State
  readonly onClose: () => void
}): VNode {
  const agents = useAsked(question(api.agents, {}))
  const [fields, setFields] = useState(EMPTY)
  const { run, busy } = useActions()
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change })
  const known = agents.answer?.default ?? null
  const isReady =
    (fields.card !== '' || fields.prompt.trim() !== '') && (fields.agent !== '' || known !== null)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isReady && (await run(deedOf(fields)))) onClose()
  }
  return (
    <Dialog title="Add a task" onClose={onClose} isWide>
      <form class="fields" onSubmit={(event) => void submit(event)}>
        <Trouble error={agents.error} />
        <CardChoice state={state} value={fields.card} onChange={(card) => set({ card })} />
        {fields.card === '' ? <Prompt fields={fields} set={set} /> : null}
        <div class="pair">
          <Agent fields={fields} set={set} agents={agents.answer} />
          <Field
            label="Flow (kind of work)"
            value={fields.flow}
            placeholder="implement"
            onInput={(flow) => set({ flow })}
          />
        </div>
        {fields.card === '' ? <OfItsOwn fields={fields} set={set} /> : null}
        <Buttons isCard={fields.card !== ''} isReady={isReady && !busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type ButtonsProps = {
  readonly isCard: boolean
  readonly isReady: boolean
  readonly onClose: () => void
}

const Buttons = ({ isCard, isReady, onClose }: ButtonsProps): VNode => (
  <div class="bs buttons">
    <button type="button" class="b" onClick={onClose}>
      Close
    </button>
    <button class="b main" disabled={!isReady}>
      {isCard ? 'Put it into the queue' : 'Add the task'}
    </button>
  </div>
)

type PartProps = { readonly fields: Fields; readonly set: (change: Partial<Fields>) => void }

const Prompt = ({ fields, set }: PartProps): VNode => (
  <label>
    What to do
    <textarea
      class="in"
      rows={4}
      autoFocus
      required
      value={fields.prompt}
      onInput={(event) => set({ prompt: event.currentTarget.value })}
    />
  </label>
)

type AgentProps = PartProps & { readonly agents: Agents | null }

function Agent({ fields, set, agents }: AgentProps): VNode {
  const known = agents?.default ?? null
  return (
    <label>
      Agent
      <select
        class="in"
        required={known === null}
        value={fields.agent}
        onChange={(event) => set({ agent: event.currentTarget.value })}
      >
        <option value="">{known === null ? 'choose one' : `${known} (of mayday.yaml)`}</option>
        {(agents?.agents ?? []).map(({ name, path }) => (
          <option key={name} value={name}>
            {name}
            {path === null ? ' (not found on this machine)' : ''}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What a card says itself, or takes from mayday.yaml. */
const OfItsOwn = ({ fields, set }: PartProps): VNode => (
  <>
    <Field
      label="Command that proves it (verify)"
      value={fields.verify}
      placeholder="as in mayday.yaml, or npm test"
      onInput={(verify) => set({ verify })}
    />
    <div class="pair">
      <Field label="Phase" value={fields.phase} placeholder="none" onInput={(phase) => set({ phase })} />
      <Limits fields={fields} set={set} />
    </div>
  </>
)

const Limits = ({ fields, set }: PartProps): VNode => (
  <>
    <Field
      label="Attempts"
      type="number"
      value={fields.attempts}
      placeholder="as configured"
      onInput={(attempts) => set({ attempts })}
    />
    <Field
      label="Minutes for one run"
      type="number"
      value={fields.timeout}
      placeholder="as configured"
      onInput={(timeout) => set({ timeout })}
    />
    <Field
      label="Dollars in all"
      type="number"
      value={fields.cost}
      placeholder="as configured"
      onInput={(cost) => set({ cost })}
    />
  </>
)

type CardChoiceProps = {
  readonly state: State
  readonly value: string
  readonly onChange: (card: string) => void
}

function CardChoice({ state: { board }, value, onChange }: CardChoiceProps): VNode | null {
  const cards = (board?.phases ?? []).flatMap(({ columns }) => columns.flatMap((column) => column.cards))
  const idle = cards.filter(({ status, isMalformed }) => status === 'idle' && !isMalformed)
  if (idle.length === 0) return null
  return (
    <label>
      A card of the project, or a new task
      <select class="in" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">a new task</option>
        {idle.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

type FieldProps = {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly type?: 'text' | 'number'
  readonly onInput: (value: string) => void
}

const Field = ({ label, value, placeholder, type = 'text', onInput }: FieldProps): VNode => (
  <label>
    {label}
    <input
      class="in"
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={value}
      placeholder={placeholder}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </label>
)
