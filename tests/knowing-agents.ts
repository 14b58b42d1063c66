/** Reading as the product does it, with all agents: for the tests of rooms that are given them. */
export { agentAccounts } from '../src/agents/accounts.ts'
export { explain } from '../src/agents/explain.ts'
export { readSignals } from '../src/agents/read-signals.ts'
export { SignalReader } from '../src/agents/signal-reader.ts'
