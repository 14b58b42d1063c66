// Begins and is never heard of again.
import { begin } from './work.mjs'

begin()
setInterval(() => undefined, 60_000)
