/**
 * Bubblewrap: the machine as it is, to read, without what is people's; the attempt's own folders, to write.
 *
 * The command has its own user, PID, IPC, UTS and cgroup namespaces, no capability, no way to gain any, a /proc of its
 * own and a /dev of a few files. It ends with its wrapper, which outlives Mayday: the parent that `--die-with-parent`
 * means is the process that started bubblewrap.
 */
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { closing } from '../../supervision/wrapper-shells.ts'
import { COVER_SOCKETS } from './cover-sockets.ts'
import { followed, hiddenFolders, isBelow, realFolder } from './hidden-places.ts'
import { privateEntries } from './private-entries.ts'
import { readablePlaces } from './readable-places.ts'
import type { Wrapping } from './sandbox.ts'

/**
 * Arguments: bubblewrap, its options as shell words, then with newlines between them: hidden folders, what of them is
 * readable, files to cover; a folder for devices; then the command.
 *
 * Bubblewrap tells its own failures by 1, like the command inside: a trial of nothing tells them apart. Files and
 * sockets that are gone meanwhile cannot be covered, so it is looked for them now.
 *
 * The devices in bubblewrap's /dev are those of the machine. Whoever owns them (root) could change their modes for
 * everybody, without any capability, so root gets devices of its own. Where these cannot be made or opened (no right to
 * make them, a file system without devices), it stays with those of the machine.
 */
export const BUBBLEWRAP: string = String.raw`
bwrap=$1 options=$2 hidden=$3 readable=$4 private=$5 devices=$6
shift 6
refuse() { printf 'sandbox: %s\n' "$1" >&2; exit 125; }
left_open() { refuse "descriptor $1 of the program that started Mayday would be open in the sandbox, and this sh cannot close it. Install perl or bash."; }
${closing('left_open')}
case $bwrap in /*) ;; *) refuse 'bwrap: command not found. Install bubblewrap.' ;; esac
newline='
'
is_below() {
  for folder in $2; do
    case $1 in "$folder"/*) return 0 ;; esac
  done
  return 1
}
is_there() { ! is_below "$1" "$hidden" || is_below "$1" "$readable"; }
quoted() { printf '%s' "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/"; }
cover() { options="$options --ro-bind /dev/null $(quoted "$1")"; }
own_device() {
  [ -c "$devices/$1" ] || mknod -m 666 "$devices/$1" c "$2" "$3" 2>/dev/null || return 0
  # An earlier stage may have changed it.
  chmod 666 "$devices/$1"
  # /dev/tty has nothing behind it in a new session.
  [ "$1" = tty ] || ( : <"$devices/$1" ) 2>/dev/null || return 0
  options="$options --dev-bind $(quoted "$devices/$1") /dev/$1"
}
own_devices() {
  [ "$(uname)" = Linux ] && mkdir -p "$devices" || return 0
  own_device null 1 3; own_device zero 1 5; own_device full 1 7
  own_device random 1 8; own_device urandom 1 9; own_device tty 5 0
}
${COVER_SOCKETS}
set -f
IFS=$newline
for path in $private; do [ ! -f "$path" ] || cover "$path"; done
unset IFS
[ ! -O /dev/null ] || own_devices
[ ! -r /proc/net/unix ] || cover_sockets </proc/net/unix
said=$(eval '"$bwrap"' "$options" '-- true' 2>&1) || {
  said=$(printf '%s' "$said" | tail -n 1)
  case $said in
    *'nknown option'*) refuse "this bubblewrap is too old; 0.8 or newer is needed. It said: $said" ;;
    *namespace* | *'uid map'* | *'gid map'* | *setgroups* | *'not permitted'*)
      refuse "bubblewrap may not make its namespaces here. Allow user namespaces (see the settings user.max_user_namespaces, kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns; in a container, its seccomp profile). It said: $said" ;;
    *) refuse "bubblewrap could not make the sandbox. It said: $said" ;;
  esac
}
eval 'exec "$bwrap"' "$options" '-- "$@"'
`

const NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  // In a user namespace of its own a process could mount a cgroup, and end what is outside through it.
  '--disable-userns',
  '--cap-drop',
  'ALL',
  '--new-session',
  '--die-with-parent',
]

/** The kernel asks for root's number, not for a capability, before it lets these be written. */
const READ_ONLY_PROC = ['sys', 'sysrq-trigger', 'mtrr', 'irq', 'bus', 'fs', 'acpi', 'scsi']

/** Programs that ask how many processors and how much memory there are look here. */
const READABLE_SYS = ['/sys/devices/system/cpu', '/sys/devices/system/node', '/sys/fs/cgroup']

/** Private to the sandbox, and gone with it. */
const WRITABLE = ['/tmp', '/var/tmp']

/** What the script above gets before the command. */
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

/** Whatever is hidden stays hidden in what was made readable, by the name that it has there. */
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
