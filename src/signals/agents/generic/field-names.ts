/**
 * The common field names for each fact. Each list is in the order of preference. All lists are in this file, so that
 * the keys of a record show at once what it can contain (`shape.ts`).
 */
export const ROLE_KEYS = ['role', 'author', 'sender', 'speaker', 'source', 'from'] as const
export const NAME_KEYS = [
  'type',
  'event',
  'kind',
  'event_type',
  'eventType',
  'subtype',
  'method',
  'name',
] as const
export const CONTENT_KIND_KEYS = ['contentType', 'content_type'] as const
/** Fields that show whether a record opens a run. */
export const OPENING_KEYS = ['type', 'event', 'subtype', 'hookEventName', 'name'] as const
/** Fields of an envelope that contain the event or message. */
export const INNER_KEYS = ['event', 'message', 'data'] as const
/** Ids that link a tool's result to its call. */
export const CALL_ID_KEYS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id', 'callId', 'id'] as const

export const SESSION_KEYS = ['session_id', 'sessionId', 'sessionID', 'thread_id', 'conversation_id'] as const
export const MODEL_KEYS = ['model', 'model_name', 'modelId'] as const
export const COST_KEYS = ['total_cost_usd', 'cost_usd', 'total_cost', 'accumulated_cost', 'cost'] as const
export const TURNS_KEYS = ['num_turns', 'n_turns', 'turns', 'api_calls'] as const
export const USAGE_KEYS = ['usage', 'token_usage'] as const

export const ERROR_KEYS = [
  'error',
  'Error',
  'err',
  'exception',
  'exception_info',
  'error_message',
  'errorMessage',
  'error_msg',
  'last_error',
  'lastError',
  'final_error',
  'finalError',
  'errors',
  'failure',
] as const
/** Fields that label a record as an error. */
export const LABEL_KEYS = [
  'type',
  'event',
  'event_type',
  'eventType',
  'event_name',
  'eventName',
  'evt',
  '_e',
  'kind',
  'subtype',
  'level',
  'severity',
  'levelname',
  'log_level',
  'ask',
  'say',
] as const
/** Fields in which `true` means a failure, then those in which `false` does. */
export const FAILED_KEYS = ['is_error', 'isError'] as const
export const WORKED_KEYS = ['success', 'ok', 'succeeded', 'passed'] as const
export const HTTP_STATUS_KEYS = [
  'statusCode',
  'status_code',
  'http_status',
  'httpStatus',
  'http_code',
  'error_status',
  'api_error_status',
  'status',
  'code',
  'httpCode',
] as const

/** Fields that name the reason of an ending. */
export const REASON_KEYS = [
  'terminal_reason',
  'termination_reason',
  'exit_reason',
  'exitReason',
  'failure_reason',
  'failureReason',
  'failure_mode',
  'error_type',
  'exception_type',
  'exit_status',
  'exitStatus',
] as const
/** Fields that say why a single answer ended. Only problems count: `stop` does not mean that the run succeeded. */
export const STOP_KEYS = ['stop_reason', 'stopReason', 'finish_reason', 'finishReason'] as const
export const STATUS_KEYS = [
  'outcome',
  'verdict',
  'final_status',
  'execution_status',
  'decision',
  'status',
  'state',
  'agent_state',
  'result',
  'conclusion',
] as const
export const VERDICT_KEYS = ['resolved', 'is_resolved', 'success', 'succeeded', 'passed', 'ok'] as const
export const EXIT_KEYS = ['exit_code', 'exitCode', 'returncode', 'return_code'] as const
/** Counts of the tasks or tests of a harness that went well, then of those that did not. */
export const GOOD_COUNT_KEYS = [
  'resolved_instances',
  'resolved_count',
  'n_resolved',
  'num_resolved',
  'passed_count',
  'n_passed',
  'num_passed',
  'tasks_passed',
  'total_passed',
  'tests_passed',
] as const
export const BAD_COUNT_KEYS = [
  'unresolved_instances',
  'error_instances',
  'empty_patch_instances',
  'unresolved_count',
  'n_unresolved',
  'num_unresolved',
  'failed_count',
  'n_failed',
  'num_failed',
  'tasks_failed',
  'total_failed',
  'tests_failed',
] as const
/** Which task of several a result is about. */
export const TASK_KEYS = [
  'task',
  'task_id',
  'taskId',
  'task_name',
  'instance_id',
  'case',
  'case_id',
  'test',
  'test_id',
  'problem',
  'problem_id',
  'question_id',
  'scenario',
  'story',
  'story_id',
  'trial_name',
] as const
/** Lists of tests in the result of a harness. */
export const TEST_KEYS = [
  'parser_results',
  'tests_status',
  'tests',
  'test_results',
  'testResults',
  'checks',
] as const
