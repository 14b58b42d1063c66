import { MaydayError } from '../errors.ts'

/** A run of the card is live or queued. */
export class CardBusyError extends MaydayError {
  constructor(card: string, what: string) {
    super('CARD_BUSY', `${card} is ${what}. Watch it: mayday status    Stop it: mayday cancel ${card}`)
  }
}

/** The card contradicts itself or the record. */
export class ImpossibleCardError extends MaydayError {
  constructor(why: string) {
    super('CARD_IMPOSSIBLE', why)
  }
}

/** The card could not be written, so nothing was changed. */
export class UnwrittenCardError extends MaydayError {
  constructor(card: string, why: string) {
    super('CARD_UNWRITTEN', `${card} was not changed: ${why}`)
  }
}
