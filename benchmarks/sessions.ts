/** What a look at all sessions of a machine costs: the first one, which reads everything, and the next. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSessions } from './make-sessions.ts'
import { compare, measure, type Measured } from './measure.ts'
import { seconds, type Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

const SESSIONS = 10_000
const TIMES = 5

/** `megabytes` of the whole benchmark: five times as much is made, 5 GB by default. */
export async function sessionRows(megabytes: number): Promise<readonly Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'mayday-sessions-'))
  try {
    const bytes = makeSessions(home, SESSIONS, megabytes * 5_000_000)
    const look = (): Promise<Measured> =>
      measure('env', [
        `HOME=${home}`,
        `XDG_CACHE_HOME=${home}/.cache`,
        process.execPath,
        mayday,
        'sessions',
        '--json',
      ])
    const grep = (): Promise<Measured> => measure('grep', ['-rlc', 'You.ve hit your', home])
    const beside = await grep()
    const first = await look()
    expectSessions(first)
    const next = await compare(TIMES, look, () =>
      measure('find', [home, '-name', '*.jsonl', '-newer', mayday]),
    )
    const size = `${SESSIONS} sessions, ${(bytes / 1e9).toFixed(1)} GB`
    return [
      {
        what: `first look at ${size}`,
        ours: `${seconds(first.ms)} (${cpuOf(first)}), ${first.peakMb ?? '?'} MB`,
        beside: `grep -rl ${seconds(beside.ms)}`,
        ratio: `${Math.round(bytes / 1e6 / (first.ms / 1000))} MB/s`,
        goal: 'under 60 s',
      },
      {
        what: 'the next look, nothing changed',
        ours: `${next.ours.ms.toFixed(0)} ms (${cpuOf(next.ours)}), ${next.ours.peakMb ?? '?'} MB`,
        beside: `find -newer ${next.beside.ms.toFixed(0)} ms`,
        ratio: `${(next.ours.ms / next.beside.ms).toFixed(1)} x`,
        goal: 'under 300 ms',
      },
    ]
  } finally {
    await rm(home, { recursive: true })
  }
}

/** Processor time, which a busy machine changes less than the time on the wall. */
const cpuOf = ({ cpuMs }: Measured): string => `CPU ${cpuMs === null ? '?' : seconds(cpuMs)}`

/** A figure that is not about the right answer is worth nothing. */
function expectSessions({ output }: Measured): void {
  const found = JSON.parse(output).sessions.length
  if (found !== 20) throw new Error(`expected 20 sessions, and mayday listed ${found}`)
}
