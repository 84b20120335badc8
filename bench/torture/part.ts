export const databaseNames = ['PostgreSQL', 'coordinator', 'first node', 'second node'] as const

export type PartName =
  | (typeof databaseNames)[number]
  | 'PgBouncer'
  | 'first web'
  | 'second web'
  | 'first worker'
  | 'second worker'

/** What is killed and started again. */
export interface Part {
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}
