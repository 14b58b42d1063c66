/** Narrower columns would have one word in each line. */
const LEAST_COLUMNS = 24

/** Wraps text at words. Lines after the first begin below its first column. */
export function hang(text: string, columns: number, indent: number): string {
  const width = Math.max(LEAST_COLUMNS, columns - indent)
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

/** Matches the text before the last column of a table, or the indentation of a line without columns. */
const BEFORE_TEXT = /^(?: *\S.*\S {2,}| *\S {2,}|\s*)(?=\S)/

/** Fits a text into the columns of a terminal. A row of a table continues below its last column. */
export const fold = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => (line.length <= columns ? line : foldLine(line, columns)))
    .join('\n')

function foldLine(line: string, columns: number): string {
  const [before = ''] = BEFORE_TEXT.exec(line) ?? []
  const isRow = before.trim() !== ''
  return before + hang(line.slice(before.length), columns, isRow ? before.length : before.length + 2)
}
