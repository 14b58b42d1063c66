/** Asks before something that cannot be undone, and names what it touches. */
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'

export type Question = {
  readonly title: string
  /** What it touches: files, other tasks, runs that stop. */
  readonly body: ComponentChildren
  /** The word of the button that does it. */
  readonly does: string
  readonly run: () => void
}

let asked: Question | null = null
let tell: (() => void) | null = null

/** Shows the question. `run` is called only after a yes. */
export function confirmFirst(question: Question): void {
  asked = question
  tell?.()
}

export function Confirmation(): VNode | null {
  const [question, setQuestion] = useState(asked)
  useEffect(() => {
    tell = (): void => setQuestion(asked)
    return () => {
      tell = null
    }
  }, [])
  if (question === null) return null
  const close = (): void => {
    asked = null
    setQuestion(null)
  }
  return (
    <Dialog title={question.title} onClose={close}>
      <div class="s">{question.body}</div>
      <form method="dialog" class="bs buttons">
        <button class="b">Close</button>
        <button class="b main" onClick={question.run}>
          {question.does}
        </button>
      </form>
    </Dialog>
  )
}
