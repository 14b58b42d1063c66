/** Prints a story part by part, so that a large one begins at once. */
import { setImmediate as breathe } from 'node:timers/promises'
import { MaydayError, UsageError } from '../../../errors.ts'
import { shownText } from '../../shown.ts'
import type { Story } from '../../../views/story/story-schema.ts'
import { isCursor, type StoryAsked } from '../../../views/story/tell-story.ts'
import type { Screen } from '../command.ts'
import { renderTurns } from './render-story.ts'

/** A part fills a screen and is small enough to be printed at once. */
const PART: Omit<StoryAsked, 'from'> = {
  turns: 50,
  chars: 256 * 1024,
  isBrief: false,
  bytes: 8 * 1024 * 1024,
}

export type TellPart = (asked: StoryAsked) => Story

export async function showStory(
  tell: TellPart,
  { from, isJson }: { readonly from: string | undefined; readonly isJson: boolean },
  screen: Screen,
): Promise<number> {
  if (from !== undefined && !isCursor(from))
    throw new UsageError(
      `'${from}' is not a place in a story. Take the value of 'next' from the previous part.`,
    )
  let story = tell({ ...PART, from: from ?? null })
  if (isJson) return screen.answer(story, () => '')
  if (story.isEnd && story.turns.length === 0) screen.out('Nothing was printed.\n')
  for (;;) {
    screen.out(shownText(renderTurns(story.turns, screen)))
    if (story.isEnd || story.next === null || screen.isClosed()) break
    await breathe()
    screen.out('\n')
    story = tell({ ...PART, from: story.next })
  }
  return 0
}

export class NoStoryError extends MaydayError {
  constructor(message: string) {
    super('LOG_GONE', message)
  }
}
