import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { MemoryLimit } from './memory-limit.ts'

/** A cgroup whose processes share a memory limit. */
export type MemoryGroup = NonNullable<MemoryLimit['group']>

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // Without this file the system has no such cgroups. The empty text means that.
    return ''
  }
}

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    // This group may not be changed. Another one is tried.
    return false
  }
}

type Mount = {
  readonly point: string
  readonly root: string
  readonly type: string
  readonly options: string
}

/** The lines of /proc/self/mountinfo that are about cgroups. */
const parseMounts = (text: string): Mount[] =>
  [...text.matchAll(/^\S+ \S+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)$/gm)].map(
    ([, root = '', point = '', type = '', options = '']) => ({ root, point, type, options }),
  )

/** The folder of this process's cgroup, if it is mounted here. */
const ownFolder = (mount: Mount | undefined, own: string | undefined): string | null => {
  if (mount === undefined || own === undefined || own.startsWith('/..')) return null
  if (mount.root === '/') return join(mount.point, own === '/' ? '' : own)
  return own === mount.root || own.startsWith(`${mount.root}/`)
    ? join(mount.point, own.slice(mount.root.length))
    : null
}

/** Version 1: the memory controller has a separate hierarchy. */
export const findFirstVersion = (mountinfo: string, cgroups: string): string | null => {
  const mount = parseMounts(mountinfo).find(
    ({ type, options }) => type === 'cgroup' && options.split(',').includes('memory'),
  )
  return ownFolder(mount, /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(cgroups)?.[1])
}

/** Version 2: this process's cgroup and its parents up to the mount. */
export const findSecondVersion = (mountinfo: string, cgroups: string): string[] => {
  const mount = parseMounts(mountinfo).find(({ type }) => type === 'cgroup2')
  const own = ownFolder(mount, /^0::(.*)$/m.exec(cgroups)?.[1])
  if (mount === undefined || own === null) return []
  const folders = [own]
  for (let folder = own; folder !== mount.point;) folders.push((folder = dirname(folder)))
  return folders
}

type Settings = {
  readonly limit: string
  /** Other files that are set to the limit or to 0, if the kernel has them. */
  readonly also: readonly (readonly [string, string])[]
  readonly events: string
}

const firstVersion = (bytes: number): Settings => ({
  limit: 'memory.limit_in_bytes',
  also: [
    ['memory.memsw.limit_in_bytes', String(bytes)],
    ['memory.oom_control', '0'],
  ],
  events: 'memory.oom_control',
})

const SECOND_VERSION: Settings = {
  limit: 'memory.max',
  also: [['memory.swap.max', '0']],
  events: 'memory.events',
}

const makeUnder = (place: string, name: string, bytes: number, settings: Settings): MemoryGroup => {
  const folder = join(place, name)
  mkdirSync(folder)
  try {
    writeFileSync(join(folder, settings.limit), String(bytes))
    for (const [file, value] of settings.also)
      if (isWritable(join(folder, file))) writeFileSync(join(folder, file), value)
  } catch (error) {
    removeGroup(folder)
    throw error
  }
  return { folder, procs: join(folder, 'cgroup.procs'), events: join(folder, settings.events) }
}

/**
 * Makes a new group below one that this process may change; null if there is none. In version 2 the parent must
 * delegate the memory controller. Mayday cannot enable that on a group that has processes.
 */
export const makeGroup = (name: string, bytes: number): MemoryGroup | null => {
  const mountinfo = read('/proc/self/mountinfo')
  const cgroups = read('/proc/self/cgroup')
  const second = findSecondVersion(mountinfo, cgroups).find(
    (folder) =>
      read(join(folder, 'cgroup.subtree_control')).split(/\s/).includes('memory') &&
      isWritable(folder) &&
      isWritable(join(folder, 'cgroup.procs')),
  )
  if (second !== undefined) return makeUnder(second, name, bytes, SECOND_VERSION)
  const first = findFirstVersion(mountinfo, cgroups)
  return first !== null && isWritable(first) ? makeUnder(first, name, bytes, firstVersion(bytes)) : null
}

/** Whether the group is gone. It stays while a process is in it. A worker may have made groups below it. */
export const removeGroup = (folder: string): boolean => {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) removeGroup(join(folder, entry.name))
    rmdirSync(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/** The kernel's count of OOM kills in a group; null if the group is gone. */
export const readOomKills = (events: string): number | null => {
  const count = /^oom_kill (\d+)$/m.exec(read(events))?.[1]
  return count === undefined ? null : Number(count)
}
