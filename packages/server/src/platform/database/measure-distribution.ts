import type pg from 'pg'
import { type DistributedTable, isMoving, isOf, listForeignKeys, namesOf } from './distribute.ts'

/** What distributing costs on these nodes. */
interface Measured {
  /** An empty table. */
  readonly tableSeconds: number
  /** Null where there is nothing to copy. */
  readonly bytesPerSecond: number | null
  /** To add it; to drop it takes about as long. */
  readonly foreignKeySeconds: number
}

const sampleRows = 20_000

/**
 * Estimates how long the rest takes, by distributing a copy of some rows in a transaction that is
 * rolled back. Foreign keys of large tables take longer than that of the sample.
 */
export async function estimateSeconds(
  client: pg.Client,
  tables: readonly (DistributedTable & { readonly bytes: number })[],
): Promise<number> {
  const moving = tables.filter(isMoving)
  const largest = moving.toSorted((one, other) => other.bytes - one.bytes)[0]
  if (largest === undefined) return 0
  const names = namesOf(moving)
  const keys = (await listForeignKeys(client)).filter((key) => isOf(key, names))
  const bytes = moving.reduce((sum, table) => sum + table.bytes, 0)
  const { tableSeconds, bytesPerSecond, foreignKeySeconds } = await measure(client, largest.name)
  return (
    moving.length * tableSeconds +
    2 * keys.length * foreignKeySeconds +
    (bytesPerSecond === null ? 0 : bytes / bytesPerSecond)
  )
}

async function measure(client: pg.Client, table: string): Promise<Measured> {
  await client.query('begin')
  try {
    await client.query(
      `create table guildhall_sample as select * from ${table} limit ${sampleRows};
       alter table guildhall_sample add column sample_id bigint generated always as identity;
       alter table guildhall_sample add primary key (organization_id, sample_id);
       create table guildhall_empty (like ${table} including all excluding identity);
       alter table guildhall_empty add column sample_id bigint`,
    )
    const { rows } = await client.query<{ bytes: number }>(
      "select pg_total_relation_size('guildhall_sample')::float8 as bytes",
    )
    const bytes = rows[0]?.bytes ?? 0
    const filled = await timed(client, distributing('guildhall_sample', 'none'))
    const tableSeconds = await timed(client, distributing('guildhall_empty', 'guildhall_sample'))
    const foreignKeySeconds = await timed(
      client,
      `alter table guildhall_empty add foreign key (organization_id, sample_id)
         references guildhall_sample`,
    )
    const copying = Math.max(filled - tableSeconds, 0)
    return {
      tableSeconds,
      bytesPerSecond: copying === 0 ? null : bytes / copying,
      foreignKeySeconds,
    }
  } finally {
    await client.query('rollback')
  }
}

const distributing = (table: string, colocated: string): string =>
  `select create_distributed_table('${table}', 'organization_id', colocate_with => '${colocated}')`

async function timed(client: pg.Client, statement: string): Promise<number> {
  const clock = 'select extract(epoch from clock_timestamp())::float8 as seconds'
  const at = async () => (await client.query<{ seconds: number }>(clock)).rows[0]?.seconds ?? 0
  const before = await at()
  await client.query(statement)
  return (await at()) - before
}
