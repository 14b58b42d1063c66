import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { FailureTask } from '../../src/views/failure-schema.ts'
import { useActions } from '../actions.ts'
import { deed } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { AgentChoice } from '../parts/agent-choice.tsx'
import { plural } from '../words.ts'
import { TaskNames } from './task-names.tsx'

type AgentDialogProps = {
  readonly failureKey: string
  readonly tasks: readonly FailureTask[]
  readonly onClose: () => void
}

/** Another agent makes the next attempt at each of these tasks. */
export function AgentDialog({ failureKey: key, tasks, onClose }: AgentDialogProps): VNode {
  const [agent, setAgent] = useState('')
  const { run } = useActions()
  const numbers = tasks.map(({ task }) => task)
  return (
    <Dialog title="Which agent makes the next attempt?" onClose={onClose}>
      <form method="dialog" class="fields">
        <AgentChoice value={agent} onChoose={setAgent} />
        <TaskNames tasks={tasks} />
        <div class="bs buttons">
          <button type="button" class="b" onClick={onClose}>
            Leave it
          </button>
          <button
            class="b main"
            disabled={agent === ''}
            onClick={() => void run(deed('failures/:key/retry', { key, tasks: numbers, agent }))}
          >
            Ask it for {plural(tasks.length, 'task')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
