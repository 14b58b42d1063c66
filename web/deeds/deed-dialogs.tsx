/** The deeds that need words first: a hint, another agent, another prompt. `askFor` opens their dialog. */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { AgentChoice } from '../parts/agent-choice.tsx'
import { TaskNames } from '../parts/task-names.tsx'
import { Trouble } from '../trouble.tsx'
import { plural } from '../words.ts'
import { retryNow, type Change } from './retry-task.ts'

export type Wanted = {
  readonly kind: 'hint' | 'agent' | 'prompt'
  readonly tasks: readonly { readonly task: number; readonly title: string }[]
}

let wanted: Wanted | null = null
let tell: (() => void) | null = null

export function askFor(asked: Wanted): void {
  wanted = asked
  tell?.()
}

export function DeedDialogs(): VNode | null {
  const [shown, setShown] = useState(wanted)
  useEffect(() => {
    tell = (): void => setShown(wanted)
    return () => {
      tell = null
    }
  }, [])
  if (shown === null) return null
  const close = (): void => {
    wanted = null
    setShown(null)
  }
  const props = { wanted: shown, onClose: close }
  if (shown.kind === 'hint') return <HintDialog {...props} />
  return shown.kind === 'agent' ? <AgentDialog {...props} /> : <PromptDialog {...props} />
}

type Props = { readonly wanted: Wanted; readonly onClose: () => void }

const names = ({ tasks }: Wanted): string =>
  tasks.length === 1 ? `“${tasks[0]?.title ?? ''}”` : plural(tasks.length, 'task')

type FormProps = Props & {
  readonly title: string
  readonly does: string
  readonly value: Change | null
  readonly children: VNode | readonly VNode[]
}

/** The button is disabled while nothing is said. */
function DeedForm({ wanted, onClose, title, does, value, children }: FormProps): VNode {
  const submit = (event: Event): void => {
    event.preventDefault()
    if (value === null) return
    onClose()
    void retryNow(
      wanted.tasks.map(({ task }) => task),
      value,
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="fields" onSubmit={submit}>
        {children}
        {wanted.tasks.length > 1 ? <TaskNames tasks={wanted.tasks} /> : null}
        <div class="bs buttons">
          <button type="button" class="b" onClick={onClose}>
            Close
          </button>
          <button class="b main" disabled={value === null}>
            {does}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function HintDialog(props: Props): VNode {
  const [hint, setHint] = useState('')
  const value = hint.trim() === '' ? null : { hint }
  return (
    <DeedForm
      {...props}
      title={`Retry ${names(props.wanted)} with a hint`}
      does="Retry with this hint"
      value={value}
    >
      <label>
        What did it miss? Every later attempt is told, besides what was learned so far.
        <textarea
          class="in"
          rows={4}
          autoFocus
          placeholder="For example: the redirect is set in legacy/hooks.py, which you deleted."
          value={hint}
          onInput={(event) => setHint(event.currentTarget.value)}
        />
      </label>
    </DeedForm>
  )
}

function AgentDialog(props: Props): VNode {
  const [agent, setAgent] = useState('')
  const [hint, setHint] = useState('')
  const value = agent === '' ? null : { agent, ...(hint.trim() === '' ? {} : { hint }) }
  return (
    <DeedForm
      {...props}
      title={`Ask another agent for ${names(props.wanted)}`}
      does="Ask this agent"
      value={value}
    >
      <AgentChoice value={agent} onChoose={setAgent} preselects={false} />
      <label>
        A hint, if you have one
        <textarea class="in" rows={2} value={hint} onInput={(event) => setHint(event.currentTarget.value)} />
      </label>
    </DeedForm>
  )
}

function PromptDialog(props: Props): VNode {
  const [first] = props.wanted.tasks
  const { answer, error } = useAsked(
    first === undefined ? null : question(api.tasks[':n'], { param: { n: `${first.task}` } }),
  )
  const [typed, setTyped] = useState<string | null>(null)
  const card = answer?.task.card ?? null
  const prompt = typed ?? answer?.prompt ?? ''
  const value = card !== null || prompt.trim() === '' ? null : { prompt }
  return (
    <DeedForm
      {...props}
      title={`Edit the prompt of ${names(props.wanted)}`}
      does="Save and retry"
      value={value}
    >
      <Trouble error={error} />
      {card === null ? (
        <label>
          Prompt
          <textarea
            class="in mono"
            rows={12}
            value={prompt}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      ) : (
        <p>
          This task takes its prompt from <code>{card}</code>. Edit that file, then retry.
        </p>
      )}
    </DeedForm>
  )
}
