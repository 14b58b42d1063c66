const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isLower = (code: number): boolean => code >= 97 && code <= 122
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/**
 * Does a new word begin at this capital? It does after a small letter or a digit, and at the last of several
 * capitals.
 */
function isHump(value: string, at: number): boolean {
  if (!isUpper(value.charCodeAt(at))) return false
  const before = value.charCodeAt(at - 1)
  return isLower(before) || isDigit(before) || isLower(value.charCodeAt(at + 1))
}

/** Normalises names: `maxTurnsExceeded`, `MAX_TURNS_EXCEEDED` and `max-turns exceeded` become equal. */
export function asWords(value: string): string {
  let words = ''
  let start = 0
  for (let at = 0; at <= value.length; at += 1) {
    const code = value.charCodeAt(at)
    const isPart = isLower(code) || isDigit(code) || isUpper(code)
    if (isPart && (at === start || !isHump(value, at))) continue
    if (at > start) words += `${words === '' ? '' : ' '}${value.slice(start, at)}`
    start = isPart ? at : at + 1
  }
  return words.toLowerCase()
}
