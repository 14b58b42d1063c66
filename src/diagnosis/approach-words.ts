/** Words that occur in any plan. */
const CHATTER: ReadonlySet<string> = new Set(
  `a about after again all also am an and any approach are as at attempt back be because been before being but by can
  change code could did do does doing done each error fail failed failing fails file files find first fix fixed for
  from get go going good had has have here how i if in instead into is issue it its just know let like ll look make
  may me more must my need needs new next no not now of ok on one only or other our out over plan problem run running
  see set should so some start still such sure task test tests than that the them then there these they thing this
  to too tried try trying up us use used using ve verify very want was we well were what when where which while who
  why will with work working works would yet you your`
    .split(/\s+/)
    .map(stem),
)

function stem(word: string): string {
  const base = word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word
  return base.length > 3 ? base.replace(/(.)\1$|e$/, '$1') : base
}

/** The words of an approach that can be compared, in a normal form. */
export const approachWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .map(stem)
    .filter((word) => !CHATTER.has(word))

const END_OF_SENTENCE = /(?<=[.!?:…])\s+|\n+/

/** Removes the sentences that the given text contains literally. An echo of the prompt is not an approach. */
export function withoutQuotes(text: string, given: string): string {
  if (given === '') return text
  const told = ` ${plain(given)} `
  return text
    .split(END_OF_SENTENCE)
    .filter((sentence) => !told.includes(` ${plain(sentence)} `))
    .join(' ')
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
