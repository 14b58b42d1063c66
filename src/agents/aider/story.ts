import { callOf, resultLine, sayLine, sayError, type StoryItem, type StoryTeller } from '../story-item.ts'
import { EDITED, LITELLM } from './reader.ts'

const COST = /^Tokens: ([\d.,]+)([kM]?) sent, .*?(?:\$([\d.]+) message\b|$)/

/** The chat history and the screen: `#### ` is the user, `> ` is aider, the rest is the model. */
export const story = (): StoryTeller => ({ line: tellLine })

function tellLine(line: string): readonly StoryItem[] {
  if (line.startsWith('#### ')) return [{ kind: 'prompt', text: line.slice(5), joins: 'line' }]
  const told = line.replace(/^> ?/, '').trim()
  const cost = COST.exec(told)
  if (cost !== null) return [{ kind: 'usage', tokens: tokensOf(cost), costUsd: costOf(cost[3]) }]
  const edited = EDITED.exec(told)?.[1]
  if (edited !== undefined) return [callOf('', 'edit', { path: edited }), resultLine(told)]
  if (/^Retrying in [\d.]+ seconds/.test(told)) return [{ kind: 'retry', text: told }]
  if (LITELLM.test(told)) return sayError(told)
  return line.startsWith('> ') ? [{ kind: 'notice', text: told, joins: 'line' }] : sayLine(line)
}

const SCALE: Readonly<Record<string, number>> = { k: 1000, M: 1_000_000 }

function tokensOf([, figure = '', unit = '']: RegExpExecArray): number | undefined {
  const value = Number(figure.replaceAll(',', '')) * (SCALE[unit] ?? 1)
  return Number.isFinite(value) ? value : undefined
}

function costOf(figure: string | undefined): number | undefined {
  const value = Number(figure)
  return figure === undefined || Number.isNaN(value) ? undefined : value
}
