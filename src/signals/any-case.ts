const LETTER = /^\p{L}$/u

/** `x` as both of its cases. A letter without two cases stays as it is. */
const bothCases = (letter: string): string => {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
  return lower === upper || lower.length > 1 || upper.length > 1 ? letter : `${lower}${upper}`
}

/** A part of a pattern that is copied: an escape with its argument, the name of a group, the syntax of one. */
const COPIED =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|[^])|\(\?<[A-Za-z_$][\w$]*>|[^]/giu

/**
 * The source of a pattern that ignores case, for an expression that does not: each letter becomes a class of both of
 * its cases. Escapes by number and references to groups keep their case. The modifiers `(?i:…)` of newer engines would
 * say the same.
 */
export function anyCase(source: string): string {
  let inClass = false
  let result = ''
  for (const [part] of source.matchAll(COPIED)) {
    if (part === '[') inClass = true
    else if (part === ']') inClass = false
    if (!LETTER.test(part)) result += part
    else if (inClass) result += bothCases(part)
    else {
      const both = bothCases(part)
      result += both === part ? part : `[${both}]`
    }
  }
  return result.replaceAll(/([a-z])[A-Z]-([a-z])[A-Z]/g, (_, from: string, to: string) => {
    return `${from}-${to}${from.toUpperCase()}-${to.toUpperCase()}`
  })
}
