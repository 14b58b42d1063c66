/**
 * `1` lets one command use all values that the project's mayday.yaml executes. A hash lets it use exactly the values
 * with that hash. It applies only to this command: no worker and no other child gets it.
 */
export const TRUST_VARIABLE = 'MAYDAY_TRUST'
