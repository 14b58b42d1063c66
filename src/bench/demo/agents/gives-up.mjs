// Reports with a failure marker that it cannot do the task.
import { begin, end, say } from './work.mjs'

begin()
say('[MAYDAY_FAILURE:AGENT_GAVE_UP]\nFAILURE_REASON: I do not understand what the test expects.')
end('I could not find out what the test expects.')
