/** A command for a terminal, with a button that copies it. */
import type { VNode } from 'preact'
import { say } from '../toasts.tsx'
import { Icon } from './icon.tsx'

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say('Copied.')
  } catch {
    // The browser refuses the clipboard here. Nothing is lost: the text can be selected.
    say('The browser does not allow copying here. Select the text instead.', { isError: true })
  }
}

/** A plain button that copies a text. */
export const CopyButton = ({ text, name }: { readonly text: string; readonly name: string }): VNode => (
  <button type="button" class="b bare" onClick={() => void copy(text)}>
    <Icon name="copy" />
    {name}
  </button>
)

type CommandProps = {
  readonly command: string
  /** What it is for, for a screen reader. */
  readonly label?: string
  /** What is shown of it; the whole is copied. */
  readonly shown?: string
}

export const Command = ({ command, label = 'the command', shown = command }: CommandProps): VNode => (
  <div class="cmd">
    <code tabIndex={0}>
      {shown.split(/( +)/).map((word, at) => (at % 2 === 0 ? <span key={at}>{word}</span> : word))}
    </code>
    <button type="button" class="b bare icon" aria-label={`Copy ${label}`} onClick={() => void copy(command)}>
      <Icon name="copy" />
    </button>
  </div>
)
