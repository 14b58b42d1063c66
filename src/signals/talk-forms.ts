import { anyOf } from './any-of.ts'

/** Words that are common in the output of agents and of programs that call a model, and rare elsewhere. */
export const talkForms: RegExp = anyOf(
  [
    /\b(?:claude|codex(?:_[a-z]+)?|gemini|copilot|openai|anthropic|chatgpt|gpt-[345o]|llms?|aider|opencode|openhands|swe-agent|cursor-agent|ollama|openrouter|litellm|deepseek|qwen|mistral|langchain|langgraph|langsmith|autogen|crewai|auto-?gpt|babyagi|metagpt|chat_?completions?|chat_with_ai|smolagents|browser[-_]use|bedrock|subagents?)\b/,
    /\bAPI Error\b|\b(?:invalid|incorrect|missing|no) API key\b|\bCAPIError\b|\b[Uu]nknown (?:skill|slash command|subagent)\b/,
    /\b(?:overloaded|rate_limit|invalid_request|authentication)_error\b/,
    /\bAI (?:agent|assistant|model|service|provider)\b|\bMCP (?:server|client|tool|error)\b/,
    /\btool[_ ]?(?:call|use|result)s?\b|\b(?:input|output|prompt|completion|total)[ _]tokens?\b/,
    /\bmax(?:imum)?[_ ](?:turns|iterations|steps)\b/,
    /\b(?:iteration|step|turn) \d+ ?(?:\/|of) ?\d+|\bcontext (?:window|length|size)\b/,
    /\bswe-?(?:bench|agent)\b|\bterminal-?bench\b|\btrajectory (?:saved|written)\b|💭|^\W*THOUGHT\b|\[(?:agent|orchestrator)\] /,
    /\b(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|OPENROUTER|MISTRAL|GROQ|DEEPSEEK|CLAUDE_CODE)_(?:API_KEY|OAUTH_TOKEN|AUTH_TOKEN)\b|\b(?:InvokeModel|Converse(?:Stream)?|generateContent)\b|\btry pulling it first\b/,
    /\bsystem prompt\b|\brecursion_limit\b|^(?:assistant|thought|observation)\s*:/,
    /^-{2,}(?:END[ _])?(?:SUMMARY|\w{2,20}_STATUS)-{2,}$|🤖/,
  ],
  'i',
)
