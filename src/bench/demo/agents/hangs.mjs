// Starts and then hangs without output.
import { begin } from './work.mjs'

begin()
setInterval(() => undefined, 60_000)
