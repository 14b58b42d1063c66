/**
 * Commands of a task inside a container engine or bubblewrap.
 *
 * B1 What the engine itself could not do ends with 125, whatever the engine ends with: it is nobody else's fault.
 * B2 A container carries its attempt's name, so that none outlives it: whoever kills the engine's command does not
 * kill the container.
 */
import { execFile } from 'node:child_process'
import { homedir, userInfo } from 'node:os'
import type { Environment } from '../supervision/run-folder.ts'
import type { AttemptPlace } from './attempt-place.ts'
import type { Sandbox } from './suite/task.ts'

/**
 * Arguments: the person's home, where the engine keeps its own settings and logins; the engine and its command line.
 * Docker and podman tell their own failures by 125 already.
 */
const CONTAINER = String.raw`
export HOME="$1"
shift
command -v "$1" >/dev/null 2>&1 || { printf 'sandbox: %s: command not found\n' "$1" >&2; exit 125; }
exec "$@"
`

/** Bubblewrap tells its own failures by 1, like the command inside: a trial of nothing tells them apart. */
const BUBBLEWRAP = String.raw`
command -v bwrap >/dev/null 2>&1 || { printf 'sandbox: bwrap: command not found\n' >&2; exit 125; }
options=$1
shift
eval "bwrap $options true" || exit 125
eval "exec bwrap $options" '"$@"'
`

export type Wrapping = {
  readonly sandbox: Sandbox
  readonly place: AttemptPlace
  /** Variables that the command needs, by name; their values stand in the environment. */
  readonly variables: readonly string[]
}

/** The command line that runs `argv` in the sandbox. */
export function inSandbox(argv: readonly string[], wrapping: Wrapping): readonly string[] {
  const { engine } = wrapping.sandbox
  if (engine === 'bwrap') return ['/bin/sh', '-c', BUBBLEWRAP, 'sandbox', bubble(wrapping), ...argv]
  return ['/bin/sh', '-c', CONTAINER, 'sandbox', homedir(), engine, ...container(wrapping), ...argv]
}

const LABEL = 'mayday.attempt'

function container({ sandbox, place, variables }: Wrapping): readonly string[] {
  const { uid, gid } = userInfo()
  const mounts = [place.tree, place.home, place.temp].flatMap((path) => ['-v', `${path}:${path}`])
  return [
    'run',
    '--rm',
    '-i',
    '--init',
    '--label',
    `${LABEL}=${place.id}`,
    ...(uid < 0 ? [] : ['--user', `${uid}:${gid}`]),
    ...(sandbox.hasNetwork ? [] : ['--network', 'none']),
    ...mounts,
    '-w',
    place.tree,
    '-e',
    `HOME=${place.home}`,
    '-e',
    `TMPDIR=${place.temp}`,
    ...variables.flatMap((name) => ['-e', name]),
    // Whatever the image would start: the command is ours.
    '--entrypoint',
    '',
    sandbox.image ?? '',
  ]
}

/** The machine as it is, to read; the attempt's own folders, to write. */
function bubble({ sandbox, place }: Wrapping): string {
  const own = [place.tree, place.home, place.temp].map((path) => `--bind ${quoted(path)} ${quoted(path)}`)
  return [
    '--ro-bind / / --dev /dev --proc /proc --die-with-parent',
    ...own,
    `--chdir ${quoted(place.tree)}`,
    ...(sandbox.hasNetwork ? [] : ['--unshare-net']),
    '--',
  ].join(' ')
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** B2: ends what an attempt left in its engine. Nothing to do is no failure, and neither is an engine that is gone. */
export async function endContainers({ engine }: Sandbox, id: string, env: Environment): Promise<void> {
  if (engine === 'bwrap') return
  const left = await output(engine, ['ps', '-aq', '--filter', `label=${LABEL}=${id}`], env)
  const ids = left.split('\n').filter((word) => word !== '')
  if (ids.length > 0) await output(engine, ['rm', '-f', ...ids], env)
}

/** An engine that does not answer must not hold the series. */
const ANSWER_MS = 30_000

const output = (engine: string, args: readonly string[], env: Environment): Promise<string> =>
  new Promise((done) => {
    execFile(engine, args, { env, timeout: ANSWER_MS }, (_error, stdout) => done(stdout))
  })
