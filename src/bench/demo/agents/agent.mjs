// The agent of the demo suite. The environment of the task names the program next to this one that plays the
// agent.
await import(`./${process.env.MAYDAY_DEMO_AGENT ?? 'fixes-it'}.mjs`)
