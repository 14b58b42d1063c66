import type { Asked } from './asked.ts'

/** The result of asking an agent, in a sentence. */
export function opinionWords({ outcome, agent, why, answer }: Asked): string {
  switch (outcome) {
    case 'counted':
      return answer?.sentence === '' ? `${agent} names the line above.` : (answer?.sentence ?? '')
    case 'thrown-away':
      return `Thrown away: ${why}.${answer === null ? '' : ` ${agent} said ${answer.reason ?? 'no reason'}.`}`
    case 'no-answer':
      return `${agent} gave no answer: ${why}.`
    case 'not-asked':
      return `${agent} was not asked: ${why}.`
  }
}
