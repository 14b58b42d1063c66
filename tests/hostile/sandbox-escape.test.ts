import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'
import { sandboxedAttempt as attempt } from '../sandboxed-attempt.ts'

const missing = bwrapMissing()

describe.skipIf(missing !== null)(`out of a real sandbox ${missing ?? ''}`, () => {
  /** What an agent writes into its tree so that the next git that reads it starts a program. */
  const traps: readonly (readonly [string, (evil: string) => string])[] = [
    [
      'a clean filter of the agent runs nowhere',
      (evil) => `git config filter.x.clean '${evil}; cat'; echo '* filter=x' >.gitattributes; touch tests`,
    ],
    [
      'a process filter of the agent runs nowhere',
      (evil) =>
        `git config filter.x.process '${evil}'; git config filter.x.required true; mkdir -p .git/info; echo '* filter=x' >.git/info/attributes; touch tests`,
    ],
    [
      'a hook of the agent runs nowhere',
      (evil) =>
        `mkdir -p .git/hooks; printf '#!/bin/sh\\n${evil}\\n' | tee .git/hooks/post-index-change >.git/hooks/reference-transaction; chmod +x .git/hooks/*; touch tests`,
    ],
    [
      'a file system monitor of the agent runs nowhere',
      (evil) =>
        `printf '#!/bin/sh\\n${evil}\\n' >.git/evil; chmod +x .git/evil; git config core.fsmonitor "$PWD/.git/evil"`,
    ],
    [
      'an external diff of the agent runs nowhere',
      (evil) =>
        `git config diff.external '${evil}'; git config diff.x.command '${evil}'; git config diff.x.textconv '${evil}; cat'; echo '* diff=x' >.gitattributes; git add -A; git commit -qm more`,
    ],
    [
      'an included setting of the agent runs nowhere',
      (evil) =>
        `printf '[filter "x"]\\n\\tclean = ${evil}; cat\\n' >.git/more; git config include.path more; git config extensions.worktreeConfig true; cp .git/more .git/config.worktree; echo '* filter=x' >.gitattributes; touch tests`,
    ],
    [
      'a git dir put in its place runs nowhere',
      (evil) =>
        `mv .git "$HOME/real"; git --git-dir="$HOME/real" config filter.x.clean '${evil}; cat'; echo "gitdir: $HOME/real" >.git; echo '* filter=x' >.gitattributes; touch tests`,
    ],
    [
      'a submodule of the agent runs nothing',
      (evil) =>
        `git init -q sub; (cd sub; git config user.name a; git config user.email a@b; echo a >a; git add a; git commit -qm a; git config filter.x.clean '${evil}; cat'; echo '* filter=x' >.gitattributes; echo b >a); git add sub; git commit -qm sub`,
    ],
  ]

  for (const [title, script] of traps)
    it(title, async () => {
      await using bench = await benchProject()
      const escaped = bench.project.file('escaped')
      const { record, log } = await attempt(bench, script(`touch ${escaped}`))
      expect([record?.passed, log]).toEqual([true, expect.stringContaining('passed')])
      expect(existsSync(escaped)).toBe(false)
      expect(record?.changed_files).toBeGreaterThan(0)
    })

  it('a filter of the setup runs nowhere', async () => {
    await using bench = await benchProject()
    const escaped = bench.project.file('escaped')
    const setup = `git config filter.x.clean 'touch ${escaped}; cat'; echo '* filter=x' >.gitattributes; touch tests`
    const { record } = await attempt(bench, 'true', { keys: { setup } })
    expect([record?.passed, record?.changed_files, existsSync(escaped)]).toEqual([true, 1, false])
  })

  it('filters and line endings change no file', async () => {
    await using bench = await benchProject()
    const config = bench.project.file('gitconfig')
    writeFileSync(
      config,
      '[core]\n\tautocrlf = true\n[filter "loud"]\n\tclean = tr A-Z a-z\n\tsmudge = tr a-z A-Z\n\trequired\n',
    )
    const script = 'cat big.txt; touch big.txt crlf.txt; rm -f copy; cp crlf.txt copy; mv copy crlf.txt'
    bench.commit({ 'big.txt': 'small\n', 'crlf.txt': 'a\nb\n', '.gitattributes': 'big.txt filter=loud\n' })
    const { record, log } = await attempt(bench, script, {
      keys: { commit: 'odd', run: "tr -d '\\r' <check.sh >$TMPDIR/check.sh; sh $TMPDIR/check.sh" },
      env: { GIT_CONFIG_GLOBAL: config },
    })
    expect(log).toContain('SMALL')
    expect([record?.passed, record?.changed_files]).toEqual([true, 1])
  })

  // Only a process of the test's own is aimed at: where the sandbox fails, nothing else may be hit.
  it('a process outside cannot be ended', async () => {
    await using bench = await benchProject()
    const host = spawn('sleep', ['600'], { stdio: 'ignore' })
    try {
      const kill = `kill -9 ${host.pid} && echo reached; [ -e /proc/${host.pid} ] && echo seen; true`
      const { log } = await attempt(bench, kill, { keys: { setup: kill } })
      expect(log).not.toMatch(/reached|seen/)
      expect([host.exitCode, host.signalCode]).toEqual([null, null])
    } finally {
      host.kill('SIGKILL')
    }
  })

  it('the system cannot be made writable', async () => {
    await using bench = await benchProject()
    const planted = bench.project.file('planted')
    const script = [
      'mount -o remount,rw / && echo gained',
      'mount -o remount,bind,rw / && echo gained',
      'unshare -Um true && echo gained',
      'unshare -m true && echo gained',
      '(: >>/proc/sys/kernel/core_pattern) && echo gained',
      '(: >>/proc/sysrq-trigger) && echo gained',
      `(: >>/etc/hosts) && echo gained`,
      `mkdir -p ${bench.project.path}; touch ${planted}`,
      'grep -E "^(Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs)" /proc/self/status',
    ]
    const { log } = await attempt(bench, script.join('\n'))
    expect(log).not.toContain('gained')
    expect(log.match(/^Cap\w+:\s*0+$/gm)).toHaveLength(4)
    expect(log).toMatch(/^NoNewPrivs:\s*1$/m)
    expect(existsSync(planted)).toBe(false)
  })

  it('no home folder can be read', async () => {
    await using bench = await benchProject()
    const home = bench.project.file('person')
    const secrets = [
      '.ssh/id_ed25519',
      '.config/gh/hosts.yml',
      '.aws/credentials',
      '.local/state/x',
      '.netrc',
      'notes',
    ]
    for (const name of secrets) {
      mkdirSync(join(home, name, '..'), { recursive: true })
      writeFileSync(join(home, name), 'of-the-person')
    }
    const look = `grep -r of-the-person ${home} && echo found; ls /root/.ssh /home/* && echo found; cat /etc/shadow; true`
    const { log } = await attempt(bench, look, { keys: { setup: look }, env: { HOME: home } })
    expect(log).not.toMatch(/found|^root:/m)
  })

  it('a folder among the arguments stays hidden', async () => {
    await using bench = await benchProject()
    const notes = bench.project.file('notes')
    mkdirSync(notes)
    writeFileSync(join(notes, 'one'), 'of-the-person')
    bench.task('one', { sandbox: 'bwrap' })
    const agent = bench.program('agent.sh', 'cat "$1/one"; echo right >value')
    await bench.bench(['run', 'suite', '--series', 's', '--', agent, notes])
    expect(bench.records('s')[0]?.passed).toBe(true)
    expect(bench.project.log()).not.toContain('of-the-person')
  })

  it('other attempts and the record are out of reach', async () => {
    await using bench = await benchProject()
    const uid = process.getuid?.() ?? 0
    const other = bench.project.file(`temp/mayday-bench-${uid}/other/tree`)
    mkdirSync(other, { recursive: true, mode: 0o700 })
    writeFileSync(join(other, 'answer'), 'of-another-attempt')
    const script = [
      'for one in ../../*; do [ "$one" = "../../$MAYDAY_RUN_ID" ] || echo "seen $one"; done',
      `cat ${other}/answer`,
      `mkdir -p ${other}; echo x >${other}/planted`,
      `find ${bench.project.path} -name '*.db' -o -name series.json`,
    ]
    // What is readable again must not bring back what is hidden in it.
    const { log } = await attempt(bench, script.join('\n'), { keys: { readable: [bench.project.path] } })
    expect(log).not.toMatch(/of-another-attempt|\.db|series\.json|seen/)
    expect(readdirSync(other)).toEqual(['answer'])
  })

  it('no socket of the host can be reached', async () => {
    await using bench = await benchProject()
    const services = bench.project.file('services')
    mkdirSync(services)
    const socket = join(services, 'engine.sock')
    let reached = 0
    const server = createServer((client) => {
      reached += 1
      client.end()
    })
    await new Promise<void>((ready) => server.listen(socket, ready))
    try {
      const connect = `perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => shift) ? "reached\\n" : "refused\\n"'`
      const script = `${connect} ${socket}; ls -A /run /tmp; ls /sys/class/net /proc/1/ns; cat /proc/net/dev; echo`
      const { log } = await attempt(bench, script, {
        keys: { readable: [services] },
        env: { SSH_AUTH_SOCK: socket },
      })
      expect(log).toContain('refused')
      expect([reached, log.match(/^\s*\w+:\s+\d/gm)?.map((line) => line.trim().split(':')[0])]).toEqual([
        0,
        ['lo'],
      ])
    } finally {
      server.close()
    }
  })
})
