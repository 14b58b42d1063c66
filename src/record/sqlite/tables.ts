/** Every table and view that a database of today's schema has. A test compares it with the migrations. */
export const TABLES: readonly string[] = [
  'tasks',
  'runs',
  'diagnoses',
  'corrections',
  'leases',
  'rollups',
  'run_sums',
  'followed_status',
  'lessons',
  'plans',
  'snapshots',
  'gates',
  'escalations',
  'locks',
  'card_events',
  'settings',
]
