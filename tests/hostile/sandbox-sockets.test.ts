import { mkdirSync, symlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'
import { sandboxedAttempt as attempt } from '../sandboxed-attempt.ts'

const missing = bwrapMissing()

/** Listens at its argument, in a process of its own with a working directory of its own. */
const LISTEN = `require('node:net').createServer((client) => client.end()).listen(process.argv[1], () => console.log('ready'))`

/** The name to bind to, and the file that this makes in the folder that the sandbox may read. */
const NAMES: readonly (readonly [string, (folder: string) => string, string])[] = [
  ['a relative name', () => 'relative.sock', 'relative.sock'],
  ['a relative name with dots', () => './sub/../dots.sock', 'dots.sock'],
  ['a name with blanks', (folder) => `${folder}/ blanks  in .sock  `, ' blanks  in .sock  '],
  ['a relative name with blanks', () => 'more blanks ', 'more blanks '],
  ['a name of two lines', (folder) => `${folder}/two\nlines`, 'two\nlines'],
  ['a name through a hidden folder', (folder) => `${folder}/../hidden/link/linked.sock`, 'linked.sock'],
]

describe.skipIf(missing !== null)(`sockets around a sandbox ${missing ?? ''}`, () => {
  for (const [title, nameIn, file] of NAMES)
    it(`${title} cannot be connected to`, async () => {
      await using bench = await benchProject()
      const services = bench.project.file('services')
      mkdirSync(`${services}/sub`, { recursive: true })
      mkdirSync(bench.project.file('hidden'))
      symlinkSync(services, bench.project.file('hidden/link'))
      const server = spawn(process.execPath, ['-e', LISTEN, nameIn(services)], { cwd: services })
      try {
        await once(createInterface(server.stdout), 'line')
        const connect = `perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => shift) ? "reached\\n" : "refused\\n"'`
        const { log } = await attempt(bench, `${connect} '${services}/${file}'`, {
          keys: { readable: [services] },
        })
        expect(log.match(/^(?:reached|refused)$/m)?.[0]).toBe('refused')
      } finally {
        server.kill('SIGKILL')
      }
    })
})
