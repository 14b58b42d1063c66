import type { Explanation } from '../../../diagnosis/explain.ts'
import { describeDuration } from '../../../record/duration.ts'
import type { SessionTurn } from '../../../sessions/session-schema.ts'
import type { SessionAnswer } from '../../../views/sessions.ts'
import { countOf } from '../../../signals/count-of.ts'
import { cut, oneLine, padEnd, widthOf } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { longTime, shortTime } from '../screen/times.ts'
import { renderExplanation } from './render-explanation.ts'
import { beforeWords, folderWords, outcomeWords, paintStatus, shortId } from './session-words.ts'
import type { Page } from '../screen/page.ts'

/** Everything about one session: verdict, evidence, turns, facts. */
export function renderSession(session: SessionAnswer, view: Page): string {
  const style = styleFor(view.colour)
  const sections = [
    header(session, view, style),
    verdict(session, view, style),
    turns(session, view, style),
    words(session, view, style),
    facts(session, view, style),
    commands(session, style),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function header(session: SessionAnswer, { columns }: Page, style: Style): string {
  const { agent, id, cwd, asked, live } = session
  const told = [agent, `session ${oneLine(id)}`, ...(cwd === null ? [] : [folderWords(cwd)])]
  return [
    style.bold(cut(asked === '' ? '(nothing asked)' : oneLine(asked), columns)),
    style.dim(wrap(told.join(' · '), columns)),
    ...(live && session.status !== 'live' ? [style.cyan('● its process still runs')] : []),
  ].join('\n')
}

const CUT_OFF =
  'The last turn has no end, and no process of the session is left: it was killed, it crashed, or its terminal was closed. Some agents write no error into their sessions, so a failed request looks the same.'
const UNDETERMINED = 'Nothing in this session proves a failure or a success of its last turn.'

function verdict(session: SessionAnswer, view: Page, style: Style): string {
  const { explanation, status, problem } = session
  const noted = problem === null ? '' : `\n${style.yellow(wrap(`Note: ${oneLine(problem)}.`, view.columns))}`
  if (explanation === null) return `${paintStatus(session, style, style.bold(outcomeWords(session)))}${noted}`
  if (status === 'cut-off') return ownVerdict(session, CUT_OFF, view, style) + noted
  if (status === 'undetermined') return ownVerdict(session, UNDETERMINED, view, style) + noted
  return renderExplanation(shown(explanation), view).trimEnd() + noted
}

function ownVerdict(session: SessionAnswer, why: string, { columns }: Page, style: Style): string {
  const openTool = session.explanation?.openTool
  return [
    paintStatus(session, style, style.bold(outcomeWords(session))),
    wrap(why, columns),
    ...(openTool === undefined
      ? []
      : ['', style.bold('Still running'), wrap(oneLine(openTool), columns, '  ')]),
  ].join('\n')
}

/** Turns and dollars of the whole session are among its facts. */
const shown = ({
  turns: _turns,
  costUsd: _costUsd,
  ...told
}: Explanation): Omit<Explanation, 'turns' | 'costUsd'> => told

const TURNS_SHOWN = 15

function turns({ turnList, turns: all, before }: SessionAnswer, view: Page, style: Style): string {
  if (turnList.length < 2) return ''
  const listed = turnList.slice(-TURNS_SHOWN)
  const earlier = beforeWords(before)
  const width = Math.max(...listed.map((turn) => widthOf(outcomeWords(turn))))
  const title = `${style.bold('Turns')}${earlier === '' ? '' : style.dim(`  before the last: ${earlier}`)}`
  const lines = listed.map((turn) => turnLine(turn, width, view, style))
  const left = all - listed.length
  return [title, ...(left === 0 ? [] : [style.dim(`  ${countOf(left, 'earlier turn')}`)]), ...lines].join(
    '\n',
  )
}

function turnLine(turn: SessionTurn, width: number, { nowMs, columns }: Page, style: Style): string {
  const number = String(turn.number).padStart(4)
  const outcome = paintStatus(turn, style, padEnd(outcomeWords(turn), width))
  const at = turn.startedAt === null ? '' : padEnd(shortTime(turn.startedAt, nowMs), 12)
  const room = Math.max(12, columns - width - 24)
  return `${number}  ${outcome}  ${style.dim(at)}  ${cut(oneLine(turn.asked), room)}`.trimEnd()
}

const WORDS_LINES = 6

function words({ lastWords }: SessionAnswer, { columns }: Page, style: Style): string {
  const lines = lastWords
    .trim()
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
  if (lines.length === 0) return ''
  return [
    style.bold('Its last words'),
    ...lines.slice(-WORDS_LINES).map((line) => `  ${cut(line, columns - 2)}`),
  ].join('\n')
}

function facts(session: SessionAnswer, { columns }: Page, style: Style): string {
  const { startedAt, endedAt, model, branch, files, path, subagents, resetAt } = session
  const list: readonly (readonly [string, string | null])[] = [
    ['started', startedAt === null ? null : longTime(startedAt)],
    ['last', endedAt === null ? null : `${longTime(endedAt)}${tookWords(session)}`],
    ['resets', resetAt === null ? null : longTime(resetAt)],
    ['model', model],
    ['used', usedWords(session)],
    ['helpers', subagents === 0 ? null : countOf(subagents, 'subagent')],
    ['branch', branch],
    ['touched', files.length === 0 ? null : `${countOf(files.length, 'file')}: ${files.join(', ')}`],
  ]
  const lines = list.flatMap(([name, told]) =>
    told === null
      ? []
      : [`  ${style.dim(padEnd(name, 8))}  ${cut(oneLine(told), Math.max(30, columns - 12))}`],
  )
  return [style.bold('Facts'), ...lines, `  ${style.dim(padEnd('file', 8))}  ${oneLine(path)}`].join('\n')
}

function tookWords({ startedAt, endedAt }: SessionAnswer): string {
  const ms = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')
  return ms > 0 ? `, ${describeDuration(ms)} after its start` : ''
}

function usedWords({ turns: count, costUsd, tokens }: SessionAnswer): string {
  const used = [
    countOf(count, 'turn'),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
    ...(tokens === null ? [] : [countOf(tokens, 'token')]),
  ]
  return used.join(' · ')
}

const commands = ({ id }: SessionAnswer, style: Style): string =>
  [
    style.bold('Commands'),
    `  mayday sessions ${shortId(id)} --json  ${style.dim('all of it, every turn')}`,
    `  mayday sessions --failed --here  ${style.dim('what else failed in this folder')}`,
  ].join('\n')
