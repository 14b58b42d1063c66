import { MaydayError } from '../errors.ts'

/** A card that cannot be used. It is reported and not changed. */
export class CardError extends MaydayError {
  /** `where` is the path of the card, with the line if one line is the cause. */
  constructor(code: `CARD_${string}`, where: string, problem: string, options?: ErrorOptions) {
    super(code, `${where}: ${problem}`, options)
  }
}

/** The card was changed after it was read. The edit was based on text that no longer exists. */
export class CardChangedError extends CardError {
  constructor(path: string) {
    super(
      'CARD_CHANGED',
      path,
      'changed on disk since it was read, so it was not saved; read it again and retry.',
    )
  }
}
