/** Where the rows of a table live in a Citus cluster. */
export type Fate = 'distributed' | 'reference' | 'local'

/** A table as the catalog describes it; partitions follow their parents. */
export interface Placed {
  readonly name: string
  /** Null for a table without a primary key. */
  readonly firstKeyColumn: string | null
}

const tenant = 'organization_id'

/** The shards of all other tables are where those of this one are. */
export const anchor = 'customer'

/** On every node, because tables of every shard refer to it. */
const referenceTables: ReadonlySet<string> = new Set(['organization'])

/** Tables of an organization that stay on the coordinator, with the reasons. */
export const localTables: Readonly<Record<string, string>> = {
  github_connection: 'belongs to a session',
  invitation: 'is read by the users whom it invites, across organizations',
  list_columns: 'belongs to a member',
  member: 'is read with its user, who belongs to any number of organizations',
  saved_view: 'belongs to a member',
  team: 'is chosen by sessions',
  webhook_attempt: 'belongs to a delivery',
  webhook_delivery: 'is of an event, and the log of events is on the coordinator',
  webhook_endpoint: 'is read with the log of events',
  webhook_lane: 'is a position in the log of events',
}

/** The tables of an organization are distributed by it, so all of its rows are on one node. */
export function fateOf({ name, firstKeyColumn }: Placed): Fate {
  if (referenceTables.has(name)) return 'reference'
  if (firstKeyColumn !== tenant || Object.hasOwn(localTables, name)) return 'local'
  return 'distributed'
}

/** Continues “the table …”. */
export function reasonOf(table: Placed): string {
  const fate = fateOf(table)
  if (fate === 'reference') return 'is on every node, because tables of every shard refer to it'
  if (fate === 'distributed') return 'has keys that begin with the organization'
  return localTables[table.name] ?? 'has keys that don’t begin with the organization'
}

/** Citus keeps a reference within a shard, to a reference table, or among local tables. */
export const staysOnNode = (from: Fate | undefined, to: Fate | undefined): boolean =>
  to === 'reference' || from === to
