// Gets only server errors from its model.
import { begin, end } from './work.mjs'

begin()
const error = { type: 'error', error: { type: 'api_error', message: 'Internal server error' } }
end(`API Error: 500 ${JSON.stringify(error)}`, { is_error: true, num_turns: 1, total_cost_usd: 0 })
process.exitCode = 1
