import type { Finding, ToolReader } from './tool-reader.ts'

/** `Build Summary: 5/8 steps succeeded; 1 failed; 12/14 tests passed; 2 failed` */
const SUMMARY = /^Build Summary: (\d+)\/(\d+) steps succeeded(?:.*?; (\d+)\/(\d+) tests passed)?/

export const zigBuild: ToolReader = {
  name: 'zig',
  title: 'zig build and zig test',
  cue: /^Build Summary: |^All \d+ tests passed\.$|^\d+ passed; \d+ skipped; \d+ failed\.$/,
  open: () => ({ line: readLine }),
}

function readLine(text: string): Finding | null {
  const counts = /^(\d+) passed; \d+ skipped; (\d+) failed\.$/.exec(text)
  if (counts !== null) return told(Number(counts[2]), Number(counts[1]))
  if (text.startsWith('All ')) return { what: 'tests-passed' }
  const [, done = '0', steps = '0', passed, tests] = SUMMARY.exec(text) ?? []
  if (passed !== undefined && tests !== undefined) return told(Number(tests) - Number(passed), Number(passed))
  return { what: done === steps ? 'build-passed' : 'build-failed' }
}

const told = (failed: number, passed: number): Finding => ({
  what: failed > 0 ? 'tests-failed' : 'tests-passed',
  detail: { failed, passed },
})
