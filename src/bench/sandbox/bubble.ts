/**
 * Bubblewrap: the machine is read-only, without the files of people. The folders of the attempt are writable.
 *
 * The command has separate user, PID, IPC, UTS and cgroup namespaces, no capability, no way to gain one, a separate
 * /proc and a /dev with a few files. It ends with its wrapper, which outlives Mayday: the parent in `--die-with-parent`
 * is the process that started bubblewrap.
 */
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readShipped } from '../../record/read-shipped.ts'
import { followed, hiddenFolders, isBelow, realFolder } from './hidden-places.ts'
import { privateEntries } from './private-entries.ts'
import { readablePlaces } from './readable-places.ts'
import type { Wrapping } from './sandbox.ts'

/** The script that creates the sandbox. Its first lines name its arguments. */
export const bubbleScript = (): string =>
  [
    'src/supervision/wrappers/close-descriptors.sh',
    'src/bench/sandbox/scripts/cover-sockets.sh',
    'src/bench/sandbox/scripts/bubblewrap.sh',
  ]
    .map(readShipped)
    .join('')

const NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  // In a separate user namespace, a process could mount a cgroup and kill processes outside of the sandbox
  // through it.
  '--disable-userns',
  '--cap-drop',
  'ALL',
  '--new-session',
  '--die-with-parent',
]

/** The kernel checks for uid 0, not for a capability, before it allows writes to these. */
const READ_ONLY_PROC = ['sys', 'sysrq-trigger', 'mtrr', 'irq', 'bus', 'fs', 'acpi', 'scsi']

/** Programs read the number of processors and the size of memory here. */
const READABLE_SYS = ['/sys/devices/system/cpu', '/sys/devices/system/node', '/sys/fs/cgroup']

/** Private to the sandbox, and deleted with it. */
const WRITABLE = ['/tmp', '/var/tmp']

/** The arguments of that script before the command. */
export function bubbleWords(wrapping: Wrapping): readonly string[] {
  const { env, needed, sandbox } = wrapping
  const named = hiddenFolders(wrapping.hidden, env)
  const secret = privateEntries(named, process.getuid?.() ?? -1)
  const hidden = [...named, ...secret.filter(({ isFolder }) => isFolder).map(({ path }) => path)]
  const tops = hidden.filter((path) => !hidden.some((other) => other !== path && isBelow(path, other)))
  const readable = readablePlaces(needed, env, hidden)
  const within = readable.flatMap((path) => hiddenWithin(path, hidden))
  const writable = new Set(WRITABLE.flatMap(realFolder))
  const options = [
    ...NAMESPACES,
    ...(sandbox.hasNetwork ? [] : ['--unshare-net']),
    ...bind('--ro-bind', '/'),
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...READ_ONLY_PROC.flatMap((name) => bind('--ro-bind-try', `/proc/${name}`)),
    ...tops.flatMap((path) => ['--tmpfs', path]),
    ...READABLE_SYS.flatMap((path) => bind('--ro-bind-try', path)),
    ...readable.flatMap((path) => bind('--ro-bind', path)),
    ...within.flatMap((path) => ['--tmpfs', path]),
    ...(sandbox.hasNetwork ? namesOfHosts(hidden) : []),
    ...ownPlaces(wrapping),
    ...[...tops, ...within].flatMap((path) => (writable.has(path) ? [] : ['--remount-ro', path])),
  ]
  const files = secret.filter(({ isFolder }) => !isFolder).map(({ path }) => path)
  const devices = join(wrapping.place.folder, 'dev')
  return [options.map(quoted).join(' '), ...[tops, readable, files].map((paths) => paths.join('\n')), devices]
}

const bind = (how: '--bind' | '--ro-bind' | '--ro-bind-try', path: string): readonly string[] => [
  how,
  path,
  path,
]

function ownPlaces({ place, promptFile }: Wrapping): readonly string[] {
  const own = [place.tree, place.home, place.temp].flatMap((path) => bind('--bind', path))
  const prompt =
    promptFile === null
      ? []
      : [...bind('--ro-bind', promptFile), '--setenv', 'MAYDAY_PROMPT_FILE', promptFile]
  return [...own, ...prompt, '--chdir', place.tree]
}

/** Hidden folders stay hidden inside a readable folder, under the path that they have there. */
function hiddenWithin(path: string, hidden: readonly string[]): readonly string[] {
  if (followed(path)?.isDirectory() !== true) return []
  const real = realpathSync(path)
  return hidden.filter((one) => isBelow(one, real)).map((one) => `${path}${one.slice(real.length)}`)
}

/** Often a link into /run. */
function namesOfHosts(hidden: readonly string[]): readonly string[] {
  const file = '/etc/resolv.conf'
  if (followed(file) === null) return []
  const real = realpathSync(file)
  return hidden.some((folder) => isBelow(dirname(real), folder)) ? bind('--ro-bind-try', real) : []
}

const quoted = (word: string): string =>
  /^[\w/.=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
