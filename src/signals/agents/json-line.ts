/** A line of pretty-printed JSON: a field, a bracket or a string. */
const JSON_LINE = /^\s*(?:"[\w-]+":|[{}[\]],?$|"(?:[^"\\]|\\.)*",?$)/

export const isJsonLine = (line: string): boolean => JSON_LINE.test(line)
