import { MaydayError } from '../errors.ts'

/** The card's own run is under way or promised. */
export class CardBusyError extends MaydayError {
  constructor(card: string, what: string) {
    super('CARD_BUSY', `${card} is ${what}. Watch it: mayday status    Stop it: mayday cancel ${card}`)
  }
}

/** What the card says about itself cannot be true. */
export class ImpossibleCardError extends MaydayError {
  constructor(why: string) {
    super('CARD_IMPOSSIBLE', why)
  }
}

/** The card could not be written, so nothing was done. */
export class UnwrittenCardError extends MaydayError {
  constructor(card: string, why: string) {
    super('CARD_UNWRITTEN', `${card} was left as it is: ${why}`)
  }
}
