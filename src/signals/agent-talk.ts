/** Words that stand in the output of agents and of programs that call a model, and hardly elsewhere. */
const AGENT_TALK =
  /\b(?:claude|codex|gemini|copilot|openai|anthropic|chatgpt|gpt-[345o]|llms?|aider|opencode|openhands|swe-agent|cursor-agent|ollama|openrouter|litellm|deepseek|qwen|mistral|langchain|langgraph|autogen|crewai|bedrock)\b|\bAPI[ _](?:Error|key)\b|\btool[_ ]?(?:call|use|result)s?\b|\b(?:input|output|prompt|completion|total)[ _]tokens?\b|\bmax(?:imum)?[_ ](?:turns|iterations|steps)\b|\b(?:iteration|step|turn) \d+ ?(?:\/|of) ?\d+|\bcontext (?:window|length)\b|\bsystem prompt\b|^(?:assistant|thought|observation)\s*:|🤖/i

/** Does a line sound like an agent, or like a program that calls a model? */
export const isAgentTalk = (line: string): boolean => line.length <= 2000 && AGENT_TALK.test(line)
