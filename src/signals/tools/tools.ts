import { pytest } from './pytest.ts'
import type { ToolReader } from './tool-reader.ts'

/** Every tool reader. The order does not matter: each sees only the lines of its own cue. */
export const tools: readonly ToolReader[] = [pytest]
