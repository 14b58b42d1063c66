/** One turn of a story: when and what it cost, what was said, and the tools with their results. */
import type { VNode } from 'preact'
import type { StoryEntry, StoryTurn, TextEntry, ToolEntry } from '../../src/views/story/story-schema.ts'
import { linkFor } from '../address.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { showInvisible } from '../show-invisible.ts'
import { clockSeconds, count, duration, money, plural } from '../words.ts'
import { stageName } from './verdict-words.ts'

type TurnProps = {
  readonly run: number
  readonly turn: StoryTurn
  readonly isUnfolded: boolean
  readonly onlyWords: boolean
}

export function Turn({ run, turn, isUnfolded, onlyWords }: TurnProps): VNode {
  const entries = onlyWords
    ? turn.entries.filter(({ kind }) => kind === 'words' || kind === 'prompt')
    : turn.entries
  return (
    <li class="turn" id={turn.turn === null ? undefined : `t${turn.turn}`} data-offset={turn.offset}>
      <div class="t">
        <b>{nameOf(turn)}</b>
        {turn.at === null ? null : <span>{clockSeconds(turn.at)}</span>}
        {turn.durationMs === null ? null : <span>{duration(turn.durationMs)}</span>}
        {turn.costUsd === null || turn.costUsd === 0 ? null : <span>{money(turn.costUsd)}</span>}
        {turn.tokens === null ? null : <span>{count(turn.tokens)} tokens</span>}
      </div>
      <div>
        {turn.kind === 'stage' ? <StageHead turn={turn} /> : null}
        {entries.map((entry, at) => (
          <Entry key={at} run={run} entry={entry} isUnfolded={isUnfolded} isStage={turn.kind === 'stage'} />
        ))}
      </div>
    </li>
  )
}

function nameOf({ kind, turn, stage }: StoryTurn): string {
  if (kind === 'prompt') return 'Prompt'
  if (kind === 'turn') return String(turn ?? '')
  return kind === 'stage' ? stageName(stage ?? '') : 'Output'
}

const StageHead = ({ turn: { command, exitCode } }: { readonly turn: StoryTurn }): VNode | null =>
  command === null ? null : (
    <p class={`note ${exitCode === null || exitCode === 0 ? '' : 'fail'}`}>
      <Icon name="term" />
      <code class="grow">{command}</code>
      {exitCode === null ? null : <span>exit code {exitCode}</span>}
    </p>
  )

type EntryProps = {
  readonly run: number
  readonly entry: StoryEntry
  readonly isUnfolded: boolean
  readonly isStage: boolean
}

function Entry({ run, entry, isUnfolded, isStage }: EntryProps): VNode {
  if (entry.kind === 'tool') return <Tool run={run} entry={entry} isUnfolded={isUnfolded} />
  switch (entry.kind) {
    case 'prompt':
      return (
        <div class="prompt">
          <Text entry={entry} run={run} />
        </div>
      )
    case 'words':
      return (
        <div class="words">
          <Text entry={entry} run={run} />
        </div>
      )
    case 'output':
      return <Output run={run} entry={entry} isUnfolded={isUnfolded || isStage} />
    case 'thought':
      return (
        <details class="thought">
          <summary class="sub s">It thought about it</summary>
          <Text entry={entry} run={run} />
        </details>
      )
    case 'error':
      return <Note entry={entry} icon="fail" tone="fail" />
    case 'retry':
      return <Note entry={entry} icon="wait" tone="wait" />
    case 'compaction':
      return <Note entry={entry} icon="fold" tone="" />
    case 'notice':
      return <Note entry={entry} icon="ask" tone="" />
  }
}

function Text({ entry, run }: { readonly entry: TextEntry; readonly run: number }): VNode {
  return (
    <>
      <p class="as-written">{showInvisible(entry.text)}</p>
      <Left left={entry.left} run={run} offset={entry.offset} />
    </>
  )
}

type LeftProps = { readonly left: number; readonly run: number; readonly offset: number }

const Left = ({ left, run, offset }: LeftProps): VNode | null =>
  left === 0 ? null : (
    <p class="xs sub">
      {plural(left, 'character')} left out. <LogLink run={run} offset={offset} words="Read all in the log" />
    </p>
  )

type LinkProps = { readonly run: number; readonly offset: number; readonly words: string }

const LogLink = ({ run, offset, words }: LinkProps): VNode => (
  <a href={linkFor({ page: 'run', run, tab: 'log' }, { at: `${offset}` })}>{words}</a>
)

type NoteProps = { readonly entry: TextEntry; readonly icon: IconName; readonly tone: string }

const Note = ({ entry, icon, tone }: NoteProps): VNode => (
  <div class={`note ${tone}`}>
    <Icon name={icon} />
    <span class="grow as-written">{showInvisible(entry.text)}</span>
  </div>
)

type OutputProps = { readonly run: number; readonly entry: TextEntry; readonly isUnfolded: boolean }

function Output({ run, entry, isUnfolded }: OutputProps): VNode {
  const lines = entry.text.split('\n')
  return (
    <details class="tool" open={isUnfolded}>
      <summary>
        <Icon name="chev" tone="chev" />
        <Icon name="term" tone="dim" />
        <span class="nw">Printed</span>
        <code>{showInvisible(lines.find((line) => line.trim() !== '') ?? '')}</code>
        <span class="res dim">{plural(lines.length, 'line')}</span>
      </summary>
      <Lines text={entry.text} from={entry.left === 0 ? entry.line : null} />
      <p class="below xs">
        <Left left={entry.left} run={run} offset={entry.offset} />
      </p>
    </details>
  )
}

const ICONS: Readonly<Record<ToolEntry['verb'], IconName>> = {
  Ran: 'term',
  Read: 'doc',
  Edited: 'pen',
  Searched: 'find',
  Used: 'build',
}

type ToolProps = { readonly run: number; readonly entry: ToolEntry; readonly isUnfolded: boolean }

/** A failed call is open: it is what one looks for. */
function Tool({ run, entry, isUnfolded }: ToolProps): VNode {
  const { verb, target, input, result } = entry
  return (
    <details class="tool" open={isUnfolded || result?.isError === true}>
      <summary>
        <Icon name="chev" tone="chev" />
        <Icon name={ICONS[verb]} tone="dim" />
        <span class="nw">{verb}</span>
        <code>{showInvisible(target)}</code>
        <span class={result?.isError === true ? 'res fail' : 'res dim'}>{resultWords(result)}</span>
      </summary>
      {input.text === '' || input.text.trim() === `command: ${target}` ? null : (
        <pre class="given" tabIndex={0} aria-label="What it was given">
          {showInvisible(input.text)}
          {input.left === 0 ? '' : '\n…'}
        </pre>
      )}
      {result === null || result.text === '' ? null : <Lines text={result.text} from={null} />}
      <p class="below xs sub">
        {result === null || result.left === 0 ? '' : `${plural(result.left, 'character')} left out. `}
        <LogLink run={run} offset={entry.offset} words={`Line ${count(entry.line)} of the log`} />
      </p>
    </details>
  )
}

function resultWords(result: ToolEntry['result']): string {
  if (result === null) return 'no result came'
  const last =
    result.text
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  if (result.isError) return last.length > 60 || last === '' ? 'failed' : last
  if (result.lines <= 1) return last.length > 48 ? `${last.slice(0, 48)}…` : last || 'done'
  return plural(result.lines, 'line')
}

function Lines({ text, from }: { readonly text: string; readonly from: number | null }): VNode {
  return (
    <div class="code" tabIndex={0} role="group" aria-label="Output">
      {text.split('\n').map((line, at) => (
        <div key={at} class="ln">
          <i>{from === null ? '' : from + at}</i>
          <span>{showInvisible(line)}</span>
        </div>
      ))}
    </div>
  )
}
