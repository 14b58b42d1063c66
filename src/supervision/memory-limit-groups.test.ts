import { expect, test } from 'vitest'
import { findFirstVersion, findSecondVersion } from './memory-limit-groups.ts'

const mounts = [
  '25 30 0:23 / /sys/fs/cgroup rw,relatime shared:4 - tmpfs tmpfs rw,mode=755',
  '26 25 0:24 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:5 - cgroup cgroup rw,cpu,cpuacct',
  '27 25 0:25 / /sys/fs/cgroup/memory rw,relatime shared:6 - cgroup cgroup rw,memory',
  '28 25 0:26 / /sys/fs/cgroup/unified rw,relatime shared:7 - cgroup2 cgroup2 rw',
].join('\n')

test('the current cgroup of version one is found', () => {
  const cgroups = '5:cpu,cpuacct:/\n4:memory:/jobs/7\n0::/\n'
  expect(findFirstVersion(mounts, cgroups)).toBe('/sys/fs/cgroup/memory/jobs/7')
})

test('a cgroup is relative to its mount', () => {
  const inside = mounts.replace('0:25 / /sys', '0:25 /jobs /sys')
  expect(findFirstVersion(inside, '4:memory:/jobs/7\n')).toBe('/sys/fs/cgroup/memory/7')
  expect(findFirstVersion(inside, '4:memory:/jobs\n')).toBe('/sys/fs/cgroup/memory')
  expect(findFirstVersion(inside, '4:memory:/other\n')).toBeNull()
})

test('a cgroup outside the namespace is none', () => {
  expect(findFirstVersion(mounts, '4:memory:/../7\n')).toBeNull()
  expect(findSecondVersion(mounts, '0::/../7\n')).toEqual([])
})

test('cgroups of version two end at the mount', () => {
  const mount = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate'
  expect(findSecondVersion(mount, '0::/user.slice/a.scope\n')).toEqual([
    '/sys/fs/cgroup/user.slice/a.scope',
    '/sys/fs/cgroup/user.slice',
    '/sys/fs/cgroup',
  ])
})

test('a system without cgroups has no place', () => {
  expect(findFirstVersion('', '')).toBeNull()
  expect(findSecondVersion('', '')).toEqual([])
})
