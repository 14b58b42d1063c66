export const isHttpError = (value: number | undefined): value is number =>
  value !== undefined && value >= 400 && value < 600

/** The forms of an HTTP status in a message. A number alone is never one. */
const FORMS: readonly RegExp[] = [
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?: ?code)?|API Error|error code)[ :=(]{1,3}([45]\d\d)\b/i,
  /\(([45]\d\d)(?: [A-Z][A-Za-z -]{2,40})?\)/,
  /^(?:Last error: )?([45]\d\d) [A-Z{"]/,
  /\b(?:cause|Last error): ([45]\d\d) /,
  // A provider's answer that is incomplete, or a string inside another string.
  /"(?:code|status|statusCode|status_code)\\?":\s?([45]\d\d)\b/,
]

/** Longer messages are bodies. Their status is at the beginning. */
const LONGEST = 1000

/** The HTTP status in a message, for an error without a status field. */
export function statusIn(message: string): number | undefined {
  const head = message.slice(0, LONGEST)
  const found = FORMS.map((form) => form.exec(head)?.[1]).find((digits) => digits !== undefined)
  return found === undefined ? undefined : Number(found)
}
