export const isHttpError = (value: number | undefined): value is number =>
  value !== undefined && value >= 400 && value < 600

/** The forms in which agents write an HTTP status into a message. A bare number is never one. */
const FORMS: readonly RegExp[] = [
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?: ?code)?|API Error|error code)[ :=(]{1,3}([45]\d\d)\b/i,
  /\(([45]\d\d)(?: [A-Z][A-Za-z -]{2,40})?\)/,
  /^(?:Last error: )?([45]\d\d) [A-Z{"]/,
  /\b(?:cause|Last error): ([45]\d\d) /,
  // A provider's answer that was cut, or is a string inside of another.
  /"(?:code|status|statusCode|status_code)\\?":\s?([45]\d\d)\b/,
]

/** Longer messages are bodies: the status stands at their beginning. */
const LONGEST = 1000

/** The HTTP status that a message tells, where no field does. */
export function statusIn(message: string): number | undefined {
  const head = message.slice(0, LONGEST)
  const found = FORMS.map((form) => form.exec(head)?.[1]).find((digits) => digits !== undefined)
  return found === undefined ? undefined : Number(found)
}
