import { MaydayError } from '../errors.ts'

/** A card that cannot be used as it is. It is reported and left alone. */
export class CardError extends MaydayError {
  /** `where` is the card's path, with the line where one line is to blame. */
  constructor(code: `CARD_${string}`, where: string, problem: string, options?: ErrorOptions) {
    super(code, `${where}: ${problem}`, options)
  }
}

/** Somebody changed the card after it was read; what was to be written rests on what no longer stands there. */
export class CardChangedError extends CardError {
  constructor(path: string) {
    super(
      'CARD_CHANGED',
      path,
      'changed on disk since it was read, so it was not saved; read it again and retry.',
    )
  }
}
