/** A line of JSON that is written over many lines: a field, a bracket or a text of its own. */
const JSON_LINE = /^\s*(?:"[\w-]+":|[{}[\]],?$|"(?:[^"\\]|\\.)*",?$)/

export const isJsonLine = (line: string): boolean => JSON_LINE.test(line)
