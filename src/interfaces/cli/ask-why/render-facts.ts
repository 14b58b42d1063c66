import { existsSync } from 'node:fs'
import { workedMs } from '../../../record/run-result.ts'
import { describeDuration } from '../../../record/duration.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import { countOf } from '../../../signals/count-of.ts'
import { cut, oneLine, padEnd } from '../screen/columns.ts'
import { bytesInWords } from '../screen/numbers.ts'
import { inRecord, type FilesPlace } from '../screen/record-paths.ts'
import type { Style } from '../screen/style.ts'
import { longTime } from '../screen/times.ts'
import type { RunPage } from './run-page.ts'

/** Times, costs, files and places of a run, one line each. */
export function factsOf(run: RunRecord, { nowMs, columns, place }: RunPage, style: Style): string {
  const facts: readonly (readonly [string, string | null])[] = [
    ['started', longTime(run.startedAt)],
    ['took', tookWords(run, nowMs)],
    ['used', usedWords(run)],
    ['bytes', bytesWords(run)],
    ['changed', changedWords(run)],
    ['also', besideWords(run)],
    ['verify', verifyWords(run)],
    ['command', run.command === '' ? null : oneLine(run.command)],
    ['session', run.sessionId],
    ['model', run.model],
  ]
  const lines = facts.flatMap(([name, words]) =>
    words === null
      ? []
      : [`  ${style.dim(padEnd(name, 8))}  ${cut(oneLine(words), Math.max(30, columns - 12))}`],
  )
  return [
    style.bold('Facts'),
    ...lines,
    ...folderLine(run, place, style),
    ...logLine(run, place, style),
  ].join('\n')
}

/** The working directory: the project, or the separate work tree of the task. Never cut, because the user opens it. */
const folderLine = ({ cwd, origin }: RunRecord, place: FilesPlace, style: Style): readonly string[] =>
  cwd === '' || origin !== 'mayday'
    ? []
    : [`  ${style.dim(padEnd('folder', 8))}  ${oneLine(folderWords(cwd, place))}`]

function folderWords(cwd: string, place: FilesPlace): string {
  if ('node' in place) return `${place.node}:${cwd}`
  return `${cwd}${existsSync(cwd) ? '' : ' (removed)'}`
}

/** Never cut, because the user opens it. */
const logLine = ({ logPath, origin }: RunRecord, place: FilesPlace, style: Style): readonly string[] =>
  logPath === ''
    ? []
    : [
        `  ${style.dim(padEnd('log', 8))}  ${oneLine(origin === 'mayday' ? inRecord(logPath, place) : logPath)}`,
      ]

function tookWords(run: RunRecord, nowMs: number): string | null {
  const { startedAt, endedAt, status } = run
  const durationMs = workedMs(run)
  if (durationMs !== null)
    return `${describeDuration(durationMs)}${endedAt === null ? '' : `, until ${longTime(endedAt)}`}`
  if (!isLive({ status })) return null
  return `${describeDuration(Math.max(0, nowMs - Date.parse(startedAt)))} so far`
}

function usedWords({ turns, costUsd, tokens }: RunRecord): string | null {
  const used = [
    turns === null ? null : countOf(turns, 'turn'),
    costUsd === null ? null : `$${costUsd.toFixed(2)}`,
    tokens === null ? null : countOf(tokens, 'token'),
  ].filter((fact) => fact !== null)
  return used.length === 0 ? null : used.join(' · ')
}

function bytesWords({ bytesRead, bytesWritten }: RunRecord): string | null {
  const told = [
    bytesRead === null ? null : `${bytesInWords(bytesRead)} read`,
    bytesWritten === null ? null : `${bytesInWords(bytesWritten)} written`,
  ].filter((fact) => fact !== null)
  return told.length === 0 ? null : told.join(' · ')
}

function changedWords({ changedFiles }: RunRecord): string | null {
  if (changedFiles === null) return null
  return changedFiles.length === 0 ? 'nothing' : filesWords(changedFiles)
}

/** The changes that stages other than the agent's made. */
function besideWords({ stages }: RunRecord): string | null {
  const changing = stages.filter(({ changedFiles = [] }) => changedFiles.length > 0)
  const told = changing.map(({ stage, changedFiles = [] }) => `${stage} changed ${filesWords(changedFiles)}`)
  return told.length === 0 ? null : told.join(' · ')
}

const filesWords = (files: readonly string[]): string =>
  `${countOf(files.length, 'file')}: ${files.join(', ')}`

function verifyWords({ verify }: RunRecord): string | null {
  if (verify === null) return null
  const why = [verify.reason, verify.exitCode === null ? null : `exit code ${verify.exitCode}`]
    .filter((fact) => fact !== null)
    .join(', ')
  const said = verify.passed ? '✓ passed' : `✗ failed${why === '' ? '' : ` (${why})`}`
  return `${said} after ${describeDuration(verify.durationMs)}: ${verify.command}`
}
