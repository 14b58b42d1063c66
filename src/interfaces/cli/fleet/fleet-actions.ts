/** The names that each action takes: at most this many. */
export const fleetActions = {
  up: 0,
  init: 1,
  join: 1,
  status: 0,
  nodes: 0,
  drain: 1,
  lost: 1,
  leave: 0,
  limit: 2,
  cards: 0,
  token: 2,
} as const

export type FleetAction = keyof typeof fleetActions

export const fleetActionNames = Object.keys(fleetActions).filter((name): name is FleetAction =>
  Object.hasOwn(fleetActions, name),
)
