import { expect, test } from 'vitest'
import { noProcesses, openProcesses } from '../src/supervision/processes/open-processes.ts'
import { hasProc, procProcesses } from '../src/supervision/processes/proc.ts'
import { hasPs, psProcesses } from '../src/supervision/processes/ps.ts'
import { agent, Children, eventually } from './children.ts'
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { freshFolder } from './run-mayday.ts'
import { until } from './running-mayday.ts'

const childIn = (line: string): number => Number(/^child (\d+)$/.exec(line)?.[1])
const pidsOf = (found: readonly { readonly pid: number }[]): number[] => found.map(({ pid }) => pid)

const implementations = [
  { name: 'proc', isHere: hasProc(), missing: 'no /proc on this system', open: procProcesses },
  { name: 'ps', isHere: hasPs(), missing: 'no ps on this system', open: psProcesses },
] as const

test.for(implementations)('$name: the current process is alive', ({ isHere, missing, open }, { skip }) => {
  if (!isHere) skip(missing)
  const processes = open()
  const self = processes.self()
  expect(self.pid).toBe(process.pid)
  expect(self.startedAt).not.toBe('')
  expect(self.boot).not.toBe('')
  expect(processes.identify(process.pid)).toEqual(self)
  expect(processes.state(self)).toBe('alive')
  expect(pidsOf(processes.lineage(process.pid)).slice(0, 2)).toEqual([process.pid, process.ppid])
})

const judged = [
  ['another start time is another process', { startedAt: '1' }, 'dead'],
  ['a process from before a reboot is dead', { boot: 'another boot' }, 'dead'],
  ['a process on another host is unknown', { host: 'elsewhere' }, 'unknown'],
  ['another host stays unknown after its reboot', { host: 'elsewhere', boot: 'another boot' }, 'unknown'],
  ['a process of another namespace is unknown', { namespace: 'pid:[1]' }, 'unknown'],
] as const

for (const { name, isHere, missing, open } of implementations) {
  // `ps` counts whole seconds.
  const leastMs = name === 'ps' ? 1000 : 200
  test.for(judged)(`${name}: %s`, ([, change, state], { skip }) => {
    if (!isHere) skip(missing)
    const processes = open()
    const identity = { ...processes.self(), ...change }
    expect(processes.state(identity)).toBe(state)
    expect(processes.living([identity, processes.self()])).toEqual([processes.self()])
  })

  test.runIf(isHere)(`${name}: a process that has ended is dead`, async () => {
    await using children = new Children()
    const { pid } = await children.start(['sh', '-c', 'echo ready; exec sleep 1000'])
    const processes = open()
    const identity = processes.identify(pid)
    if (identity === null) throw new Error('not found')
    expect(processes.state(identity)).toBe('alive')
    process.kill(pid, 'SIGKILL')
    await eventually(() => processes.state(identity) === 'dead', 'its death')
    await eventually(() => processes.identify(pid) === null, 'its number to be free')
    expect(processes.living([identity])).toEqual([])
    expect(processes.state(identity)).toBe('dead')
  })

  test.runIf(isHere)(`${name}: a zombie is dead and not in the tree`, async () => {
    await using children = new Children()
    const { pid, line } = await children.start(agent('keeps-a-zombie.sh'))
    const processes = open()
    const zombie = await eventually(() => {
      const identity = processes.identify(childIn(line))
      return identity !== null && processes.state(identity) === 'dead' ? identity : null
    }, 'a zombie')
    expect(zombie.pid).toBe(childIn(line))
    expect(processes.tree(pid)).toEqual([])
    expect(pidsOf(processes.tagged(children.tag))).toEqual([pid])
  })

  test.runIf(isHere)(`${name}: the tree has children of every session`, async () => {
    await using children = new Children()
    const { pid, line } = await children.start(agent('leaves-its-session.ts'))
    const processes = open()
    const [child, ...rest] = processes.tree(pid)
    expect(rest).toEqual([])
    expect(child).toEqual({ ...processes.identify(childIn(line)), parent: pid, group: childIn(line) })
    expect(pidsOf(processes.tree(process.pid))).toEqual(expect.arrayContaining([pid, childIn(line)]))
  })

  test.runIf(isHere)(`${name}: an orphan of the group is found`, async () => {
    await using children = new Children()
    const { pid, line } = await children.start(
      ['sh', '-c', '(sleep 1000 & echo child $!); exec sleep 1000'],
      {
        detached: true,
      },
    )
    const processes = open()
    await eventually(() => processes.tree(pid)[0]?.parent !== pid, 'it to be an orphan')
    expect(pidsOf(processes.tree(pid))).toEqual([childIn(line)])
  })

  test.runIf(isHere)(`${name}: a daemon is found by its tag`, async () => {
    await using children = new Children()
    const { pid, line } = await children.start(agent('becomes-a-daemon.ts'))
    const processes = open()
    await eventually(() => processes.identify(pid) === null, 'its starter to end')
    expect(processes.tree(pid)).toEqual([])
    const daemon = childIn(line)
    // The process between the two may take a moment to end.
    await eventually(
      () => pidsOf(processes.tagged(children.tag)).every((one) => one === daemon),
      'it to be alone',
    )
    expect(pidsOf(processes.tagged(children.tag))).toEqual([daemon])
  })

  test.runIf(isHere)(`${name}: a tag matches whole run names`, async () => {
    await using children = new Children()
    const wait = ['sh', '-c', 'echo ready; exec sleep 1000']
    const one = await children.start(wait, { tag: `${children.tag}/1` })
    const inner = await children.start(wait, { tag: `${children.tag}/1/x` })
    const ten = await children.start(wait, { tag: `${children.tag}/10` })
    const searcher = await children.start(
      ['sh', '-c', 'echo ready; sleep 1000; :', `MAYDAY_RUN_PATH=${children.tag}/1 `],
      { tag: `${children.tag}/other` },
    )
    const processes = open()
    const found = pidsOf(processes.tagged(`${children.tag}/1`))
    expect(new Set(found)).toEqual(new Set([one.pid, inner.pid]))
    expect(pidsOf(processes.tagged(children.tag))).toEqual(
      expect.arrayContaining([one.pid, ten.pid, searcher.pid]),
    )
  })

  test.runIf(isHere)(`${name}: nothing older than the limit is found`, async () => {
    await using children = new Children()
    await children.start(['sh', '-c', 'echo ready; exec sleep 1000'])
    const processes = open()
    const late = name === 'ps' ? 'Thu Jan 1 00:00:00 2099' : '999999999999'
    expect(processes.tagged(children.tag, processes.self())).toHaveLength(1)
    expect(processes.tagged(children.tag, { ...processes.self(), startedAt: late })).toEqual([])
  })

  test.runIf(isHere)(`${name}: unusual program names are parsed`, async () => {
    await using folder = await freshFolder()
    await using children = new Children()
    const odd = folder.file('a) S 1 (b c')
    copyFileSync('/bin/sleep', odd)
    const { pid } = await children.start(['sh', '-c', 'echo ready; "$0" 1000; :', odd])
    const processes = open()
    const child = await eventually(() => processes.tree(pid)[0], 'the odd child')
    expect(child.parent).toBe(pid)
    expect(processes.state(child)).toBe('alive')
  })

  test.runIf(isHere)(`${name}: the time of ended children counts`, async () => {
    await using children = new Children()
    // The limit ends it after some seconds of CPU time.
    const work = `(ulimit -t ${name === 'ps' ? 2 : 1}; sh -c "while :; do :; done") 2> /dev/null`
    const { pid } = await children.start([
      'sh',
      '-c',
      `exec 2> /dev/null; ${work}; echo ready; sleep 1000; :`,
    ])
    expect(open().usage([pid]).get(pid)).toBeGreaterThanOrEqual(leastMs)
  })

  test.runIf(isHere)(`${name}: the time of the whole tree counts`, async () => {
    await using children = new Children()
    const { pid } = await children.start(['sh', '-c', 'echo ready; sh -c "while :; do :; done"; :'])
    const processes = open()
    await eventually(() => (processes.usage([pid]).get(pid) ?? 0) >= leastMs, 'some work')
    expect(processes.usage([2 ** 30]).size).toBe(0)
  })
}

test.runIf(hasProc())('bytes through pipes and files are counted', async () => {
  await using children = new Children()
  const { pid } = await children.start(['sh', '-c', 'head -c 300000 /dev/zero | wc -c; sleep 1000; :'])
  // The I/O of a child counts for its parent after the parent has waited for it.
  const io = await until('the end of both', () => {
    const now = procProcesses().io(pid)
    return now !== null && (now.read ?? 0) >= 600_000 && now
  })
  expect(io.written).toBeGreaterThanOrEqual(300_000)
  expect(procProcesses().io(2 ** 30)).toBeNull()
})

test('the best implementation of the system is chosen', () => {
  expect(openProcesses().kind).toBe(process.platform === 'linux' ? 'proc' : 'ps')
})

/** Answers once as a fork of a shell whose arguments name the tag, and then as the program that it executes. */
const FORKED_PS = `#!/bin/sh
at='7 1 7 S Thu Nov 19 23:00:00 2026 0:00'
[ -e "$0.asked" ] && arguments='sleep 1000' || arguments='sh -c echo ready; sleep 1000; : MAYDAY_RUN_PATH=tag/1 '
case "$*" in
*pid=,command=*) touch "$0.asked"; echo '7 sleep 1000' ;;
*) echo "$at $arguments PATH=/bin MAYDAY_RUN_PATH=tag/other" ;;
esac
`

test('ps: arguments from before an exec are no environment', async () => {
  const { PATH } = process.env
  await using folder = await freshFolder()
  writeFileSync(folder.file('ps'), FORKED_PS)
  chmodSync(folder.file('ps'), 0o755)
  try {
    process.env['PATH'] = `${folder.path}:${PATH}`
    expect(pidsOf(psProcesses().tagged('tag/1'))).toEqual([])
    expect(pidsOf(psProcesses().tagged('tag/other'))).toEqual([7])
  } finally {
    process.env['PATH'] = PATH
  }
})

test('without a process table nothing is guessed', () => {
  const none = noProcesses()
  expect(none.state(none.self())).toBe('unknown')
  expect(none.identify(process.pid)).toBeNull()
  expect(none.io(process.pid)).toBeNull()
  expect(none.usage([process.pid]).size).toBe(0)
  expect(() => none.tagged('x')).toThrowErrorMatchingInlineSnapshot(
    `[NoProcessTableError: Cannot find the processes of a run: this system offers neither /proc nor ps. Mount /proc, or install ps (procps).]`,
  )
  expect(() => none.tree(1)).toThrow(/neither \/proc nor ps/)
})
