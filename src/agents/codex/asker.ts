import type { AskerSpec } from '../../supervision/opinion/askers.ts'

/** Its patch tool cannot be disabled. Without an execution environment every call of it fails. */
export const asker: AskerSpec = {
  words: [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--ephemeral',
    '--ignore-user-config',
    '--ignore-rules',
    '--sandbox',
    'read-only',
    ...[
      'shell_tool',
      'unified_exec',
      'apps',
      'plugins',
      'hooks',
      'multi_agent',
      'goals',
      'view_image',
      'image_generation',
      'tool_suggest',
      'browser_use',
      'computer_use',
      'sleep_tool',
      'memories',
    ].flatMap((feature) => ['-c', `features.${feature}=false`]),
    ...[
      'web_search="disabled"',
      'project_doc_max_bytes=0',
      'skills.include_instructions=false',
      'tools.experimental_request_user_input={enabled=false}',
      'tools.update_plan={enabled=false}',
    ].flatMap((setting) => ['-c', setting]),
  ],
  env: { CODEX_EXEC_SERVER_URL: 'none' },
  files: {},
}
