/**
 * `1` lets one command use whatever the project's mayday.yaml executes; a hash lets it use exactly the values with that
 * hash. It is for this one command: no worker and no other child gets it.
 */
export const TRUST_VARIABLE = 'MAYDAY_TRUST'
