export type { ModelRequest, UnansweredRequest, OfferedTool, ApiName } from './model-request.ts'
export { faults, isFaultName, type FaultName, type FaultOptions } from './faults.ts'
export { startModelServer, type ModelServer, type ModelServerOptions } from './model-server.ts'
export { ScriptError } from './check-script.ts'
export {
  callTool,
  fault,
  repeat,
  say,
  thenAlways,
  when,
  type Match,
  type Script,
  type Step,
  type TokenUsage,
  type Turn,
  type When,
} from './script.ts'
export { agentCommand, type AgentCommand } from './agent-command.ts'
export {
  scriptedAgent,
  type AgentMatch,
  type AgentScript,
  type AgentSignal,
  type AgentStep,
} from './agent-script.ts'
export { pointedAgents, settingsFor, type AgentSettings, type PointedAgent } from './agent-settings.ts'
