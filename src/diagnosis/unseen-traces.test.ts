import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

/** The reason, or the verdict if there is none, and the first line of the evidence. */
const saidOf = async (lines: readonly string[]): Promise<string> => {
  const { verdict, reason, evidence } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  return `${verdict === 'failed' ? reason : verdict} ${evidence[0]?.line ?? '-'}`
}

const many = (line: string, times: number): readonly string[] =>
  Array.from({ length: times }, (_, at) => `${line} ${at}`)

test.each([
  [
    'a viewed run whose marks a console of two bytes a character garbled',
    'succeeded 5',
    [
      "build\tSet up job\t\u9518?026-05-09T22:11:18.0667299Z Current runner version: '2.334.0'",
      'build\tMake\t\u9518?026-05-09T22:11:49.1045124Z ##[group]Run make',
      'build\tMake\t2026-05-09T22:11:49.1045124Z ##[endgroup]',
      'build\tMake\t2026-05-09T22:11:50.1045124Z cc -o cart cart.c',
      'build\tComplete job\t\u9518?026-05-09T22:14:26.7529323Z Cleaning up orphan processes',
    ],
  ],
])('explains %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})
