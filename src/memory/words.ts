/** Line breaks and sequences of blanks become one blank. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * At most `most` characters on one line, cut between words, without an ellipsis. Only a first word that is longer than
 * that is cut itself.
 */
export function cutAtWord(text: string, most: number): string {
  const line = onOneLine(text)
  if (line.length <= most) return line
  const kept = line.slice(0, most)
  if (line[most] === ' ') return kept.trimEnd()
  const end = kept.lastIndexOf(' ')
  return end > 0 ? kept.slice(0, end).trimEnd() : wholeLetters(kept)
}

/** Removes half of a surrogate pair at the end. */
const wholeLetters = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text)

/** The whole lines that fit, in their order. A first line that is too long is cut between words. */
export function wholeLines(lines: readonly string[], most: number): string {
  const [first = ''] = lines
  if (first.length > most) return cutAtWord(first, most)
  let kept = first
  for (const line of lines.slice(1)) if (kept.length + 1 + line.length <= most) kept += `\n${line}`
  return kept
}

const END_OF_SENTENCE = /(?<=[.!?:…])\s+(?=[\p{Lu}\p{N}"'`*[(-])/u
const BULLET = /^\s*(?:[-*+•]|\d+[.)]|#{1,6}|>)\s+/

/** The sentences of a text, each once (at its last position), without list and heading markers. */
export function sentencesOf(text: string): readonly string[] {
  const all = text
    .split(/\n+/)
    .flatMap((line) => line.replace(BULLET, '').split(END_OF_SENTENCE))
    .map(onOneLine)
    .filter((sentence) => /\p{L}{2}/u.test(sentence))
  return all.filter((sentence, at) => all.lastIndexOf(sentence) === at)
}

/** Says what somebody does or plans, and not only the result. */
const INTENT =
  /\b(?:i(?:['’]ll|['’]m|['’]ve| will| am| have| would| need| want| can| should)|let me|let['’]s|my (?:plan|approach|idea)|the (?:plan|approach|fix) is|going to|try(?:ing)?|tried|instead|attempt(?:ed|ing)?|(?:add|chang|edit|fix|replac|remov|rewr|updat|creat|mov|renam|implement|refactor|switch|us|wrapp|install|revert|patch)(?:ed|ing|ote|itten))\b/i

export const saysWhatItDoes = (sentence: string): boolean => INTENT.test(sentence)
