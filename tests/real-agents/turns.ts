import { test, type TestContext } from 'vitest'

/** Lets only so many work at once; the others wait for their turn. */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** Stories of agents that wait for one another: two at once are as fast as two cores are. */
const inPairs = turns(2)

export const story = (name: string, tell: (context: TestContext) => Promise<void>): void =>
  test.concurrent(name, (context) => inPairs(() => tell(context)))
