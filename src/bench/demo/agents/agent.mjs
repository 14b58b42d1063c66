// The agent of the demo suite: which of the programs beside it plays the agent is said by the task's environment.
await import(`./${process.env.MAYDAY_DEMO_AGENT ?? 'fixes-it'}.mjs`)
