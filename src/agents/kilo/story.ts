/** Kilo is built from OpenCode and prints the same stream. */
export { story } from '../opencode/story.ts'
