import { UnreadableInputError } from '../errors.ts'
import { GoodLog, GoodRuns } from './good-log.ts'
import { KnownShapes, MOST_SHAPES } from './known-shapes.ts'
import { readFileBytes } from './read-signals.ts'
import { Turns } from './turns.ts'

export async function readGoodLogs(paths: readonly string[]): Promise<GoodRuns> {
  const shapes = new KnownShapes()
  const turns = new Turns()
  for (const path of paths) {
    const log = new GoodLog(shapes)
    for await (const chunk of readFileBytes(path)) {
      log.push(chunk)
      await turns.give()
    }
    log.end()
  }
  if (!shapes.canTell) throw new UnreadableInputError(`${namesOf(paths)} ${whyNot(shapes)}`)
  return new GoodRuns(shapes, namesOf(paths))
}

const whyNot = ({ size }: KnownShapes): string =>
  size === 0
    ? 'has no line to compare with. Name the log of a successful run.'
    : `has more than ${MOST_SHAPES} different kinds of lines, so no line can be called new. Name another log.`

/** A line is new only if none of these logs contains it. */
const namesOf = (paths: readonly string[]): string =>
  [paths.slice(0, -1).join(', '), paths.at(-1)].filter((part) => part !== '').join(' and ')
