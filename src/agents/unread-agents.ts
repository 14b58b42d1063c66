/** Agents whose sessions Mayday cannot read. An answer about them says so, instead of saying that nothing was found. */
import { agents } from './agents.ts'

type UnreadAgent = { readonly title: string; readonly names: readonly string[] }

/** Agents of which Mayday knows only the names that people type. */
const STRANGERS: readonly UnreadAgent[] = [
  { title: 'Amp', names: ['amp'] },
  { title: 'Augment', names: ['augment', 'auggie'] },
  { title: 'Continue', names: ['continue', 'cn'] },
  { title: 'Crush', names: ['crush'] },
  { title: 'Cursor', names: ['cursor', 'cursor-agent'] },
  { title: 'Kiro', names: ['kiro', 'kiro-cli'] },
  { title: 'Roo Code', names: ['roo', 'roo-code'] },
]

export const unreadAgents: readonly UnreadAgent[] = [
  ...STRANGERS,
  ...agents
    .filter(({ sessions }) => sessions === undefined)
    .map(({ name, title }) => ({ title, names: [name] })),
]

/** The title of an agent with this name whose sessions are not read; null if there is none. */
export const unreadAgent = (word: string): string | null =>
  unreadAgents.find(({ names }) => names.includes(word.toLowerCase()))?.title ?? null
