import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { loadConfig, type LoadedConfig } from '../../../config/load-config.ts'
import { trustOf } from '../../../config/trust-record.ts'
import { hasJoined } from '../../../record/joined-fleet.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { overridesOf } from '../../../config/custom-reasons.ts'
import { MaydayError } from '../../../errors.ts'
import { isDiskTrouble } from '../../../record/disk-error.ts'
import { writeWhole } from '../../../record/write-whole.ts'
import { BOARD_PORT } from '../../board/board-port.ts'
import { isShortage } from '../../board/request-error.ts'
import type { BoardContext } from '../../board/context.ts'
import { PortError, startBoard, type RunningBoard } from '../../board/server.ts'
import type { WholeAnswer } from '../answers.ts'
import type { Terminal } from '../command.ts'
import { openDemo, type Demo } from './board-demo.ts'
import { untilInterrupted } from '../screen/interrupt.ts'
import { launcherFor } from '../record/launch-mayday.ts'
import { endOrphans, settleCards } from '../record/open-store.ts'
import { openQueue } from '../record/queue-context.ts'
import { loadTrusted, type TrustAsked } from '../config/project-config.ts'
import { HOW, untrusted } from '../config/require-trust.ts'
import type { Flags } from '../parse/option.ts'

const LOOK_AFTER_EVERY_MS = 20_000

/** A fleet is asked for its changes while the board is open. */
const PULL_EVERY_MS = 1000

export type BoardAsked = TrustAsked &
  Flags<'noOpen' | 'demo' | 'fleet'> & { readonly port: number | undefined; readonly schema: string }

export async function runBoard(asked: BoardAsked, terminal: Terminal): Promise<number> {
  const loaded = asked.demo ? null : await loadTrusted(asked, terminal)
  using interrupt = untilInterrupted()
  const { context, close, pull } = await openAsked(asked, loaded)
  try {
    const board = await start(context, asked.port)
    terminal.out(asked.json ? boardJson(board, context) : words(board, context))
    if (!asked.noOpen && !asked.json) openBrowser(board, context, terminal)
    await keepUp({ context, board, pull, until: interrupt.signal })
    await board.close()
    return 0
  } finally {
    await close()
  }
}

type OpenBoard = Demo & { readonly pull?: () => Promise<boolean> }

/** In a project that has joined a fleet, the board shows the fleet. */
async function openAsked({ fleet, schema }: BoardAsked, loaded: LoadedConfig | null): Promise<OpenBoard> {
  if (loaded === null) return openDemo()
  if (!fleet && !hasJoined(findProject(process.cwd(), process.env))) return openProject(loaded)
  return (await import('../fleet/open-fleet-board.ts')).openFleetBoard(loaded, { schema })
}

type KeepingUp = {
  readonly context: BoardContext
  readonly board: RunningBoard
  readonly pull: OpenBoard['pull']
  readonly until: AbortSignal
}

async function keepUp({ context, board, pull, until }: KeepingUp): Promise<void> {
  const { clock } = context
  if (pull === undefined) while (await clock.nap(LOOK_AFTER_EVERY_MS, until)) await lookAfter(context, board)
  else while (await clock.nap(PULL_EVERY_MS, until)) if (await pull()) board.refresh()
}

async function openProject(loaded: LoadedConfig): Promise<Demo> {
  const config = loaded.whole
  const queue = await openQueue()
  const launch = launcherFor(queue.project, loaded.executing.hash)
  return {
    context: {
      ...queue,
      config,
      overrides: overridesOf(config),
      isDemo: false,
      checkTrust: trustCheck(queue.project, loaded),
      launch,
    },
    close: async () => queue.store.close(),
  }
}

/** For a long-lived process: throws if mayday.yaml now executes values that the user has not trusted. */
const trustCheck =
  (project: Project, { executing: atStart }: LoadedConfig) =>
  async (): Promise<void> => {
    const { executing } = await loadConfig(project, process.env)
    if (executing.values.length === 0) return
    // Only remembered trust counts: MAYDAY_TRUST covers only the values at the start.
    if (executing.hash === atStart.hash || trustOf(executing, project) !== undefined) return
    throw untrusted({ project, executing }, HOW)
  }

/** A board may be open for weeks, so it also reconciles runs whose supervisor is gone, like every command. */
async function lookAfter(context: BoardContext, board: RunningBoard): Promise<void> {
  try {
    await endOrphans(context)
    await settleCards(context)
  } catch (error) {
    // The store may be busy, the disk full, or no file descriptor left. The next tick tries again.
    if (!(error instanceof MaydayError) && !isShortage(error) && !isDiskTrouble(error)) throw error
  }
  board.refresh()
}

/** If the default port is in use, most likely by another project's board, any free port is used. */
async function start(context: BoardContext, port: number | undefined): Promise<RunningBoard> {
  if (port !== undefined) return startBoard(context, { port })
  return startBoard(context, { port: BOARD_PORT }).catch((error: unknown) => {
    if (error instanceof PortError) return startBoard(context, { port: 0 })
    throw error
  })
}

function boardJson({ address, port, token }: RunningBoard, { project }: BoardContext): string {
  const answer: WholeAnswer<'mayday.board/1'> = {
    format: 'mayday.board/1',
    address,
    port,
    token,
    root: project.root,
    pid: process.pid,
  }
  return `${JSON.stringify(answer)}\n`
}

const words = ({ address }: RunningBoard, { project, isDemo }: BoardContext): string =>
  `The board of ${isDemo ? 'a sample project' : project.root}:\n\n  ${address}\n\nAnyone with this URL can use the board as you. Ctrl+C ends the board; runs continue.\n`

/** Only on a desktop with an interactive terminal. */
function openBrowser({ address }: RunningBoard, { project }: BoardContext, { live }: Terminal): void {
  const isMac = process.platform === 'darwin'
  const hasDesktop =
    isMac || process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined
  if (live === null || !hasDesktop || process.env['SSH_CONNECTION'] !== undefined) return
  // Every user on the machine can see a command line, so the URL is passed in a file that only its owner can read.
  const page = join(project.record, 'board.html')
  writeWhole(
    page,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">The board</a>\n`,
  )
  const child = spawn(isMac ? 'open' : 'xdg-open', [page], { detached: true, stdio: 'ignore' })
  // The URL was printed, so the user can open it.
  child.on('error', () => undefined)
  child.unref()
}
