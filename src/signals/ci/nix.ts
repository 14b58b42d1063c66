import { ASIDE, TEXT, type CiLine, type CiSystem } from './ci-system.ts'

const FAILED =
  /^error: (?:builder for '\/nix\/store\/\w{32}-(.{1,200})\.drv' failed with exit code (\d+)|Cannot build '\/nix\/store\/\w{32}-(.{1,200})\.drv')/
const CODE = /builder failed with exit code (\d+)/
const QUOTED = /^\s*> ?/
/** With -L, each line begins with the name of the derivation. */
const NAMED = /^([\w.+-]{1,100})> /
const FULL_LOG = /^\s*For full logs, run/

export const nix: CiSystem = {
  name: 'nix',
  title: 'Nix',
  recognises: (lines) => lines.some((line) => FAILED.test(line)),
  open: () => {
    let code: number | null = null
    return (line): CiLine => {
      const quoted = QUOTED.exec(line)?.[0].length
      if (quoted !== undefined) return { job: null, step: null, prefix: quoted, is: TEXT }
      const named = NAMED.exec(line)
      if (named !== null) return { job: null, step: named[1] ?? null, prefix: named[0].length, is: TEXT }
      const place = { job: null, step: null, prefix: 0 }
      const failed = FAILED.exec(line)
      if (failed !== null) {
        code = failed[2] === undefined ? null : Number(failed[2])
        return { ...place, is: { kind: 'step', name: failed[1] ?? failed[3] ?? '', counts: true } }
      }
      const told = CODE.exec(line)?.[1]
      if (told !== undefined) code = Number(told)
      if (FULL_LOG.test(line))
        return { ...place, is: { kind: 'step-end', outcome: 'failed', exitCode: code } }
      return { ...place, is: ASIDE }
    }
  },
}
