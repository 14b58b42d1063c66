/** Kilo is built from OpenCode and prints the same stream. */
export { reader } from '../opencode/reader.ts'
