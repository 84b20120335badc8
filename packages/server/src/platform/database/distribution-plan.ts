import type pg from 'pg'
import { allowChanges, type DistributedTable, isMoving, listTables } from './distribute.ts'
import { type Fate, fateOf, reasonOf } from './distribution.ts'
import { estimateSeconds } from './measure-distribution.ts'

export interface PlannedTable {
  readonly name: string
  readonly fate: Fate
  readonly reason: string
  /** Where it is to be. */
  readonly isDone: boolean
  /** As PostgreSQL estimates it; null where the table is distributed already. */
  readonly rows: number | null
  readonly bytes: number
}

export interface DistributionPlan {
  readonly tables: readonly PlannedTable[]
  readonly seconds: number
}

/** What distributing the database would do. Changes nothing. */
export async function planDistribution(
  client: pg.Client,
  shardCount: number,
): Promise<DistributionPlan> {
  await client.query(`set citus.shard_count to ${shardCount}`)
  await allowChanges(client)
  const sizes = await readSizes(client)
  const tables: (DistributedTable & Size)[] = []
  for (const table of await listTables(client)) {
    const { bytes, rows } = sizes.get(table.name) ?? { bytes: 0, rows: 0 }
    tables.push({ ...table, bytes, rows: rows ?? (await countRows(client, table.name)) })
  }
  return {
    tables: tables.map(({ name, firstKeyColumn, isDone, rows, bytes, ...table }) => ({
      name,
      fate: fateOf({ name, firstKeyColumn }),
      reason: reasonOf({ name, firstKeyColumn }),
      isDone: !isMoving({ ...table, name, firstKeyColumn, isDone }),
      rows: isDone ? null : rows,
      bytes,
    })),
    seconds: await estimateSeconds(client, tables),
  }
}

interface Size {
  readonly bytes: number
  /** Null where it was never estimated. */
  readonly rows: number | null
}

async function readSizes(client: pg.Client): Promise<ReadonlyMap<string, Size>> {
  const { rows } = await client.query<Size & { readonly name: string }>(`
    select c.relname::text as name,
           case when exists (select from pg_dist_partition p
                              where p.logicalrelid = c.oid
                                and (p.partmethod = 'h' or p.repmodel = 't'))
                then citus_total_relation_size(c.oid)::float8 else sum(
                  pg_total_relation_size(leaf.oid))::float8 end as bytes,
           case when count(*) filter (
                  where leaf.reltuples < 0 and pg_relation_size(leaf.oid) > 0) = 0
                then sum(greatest(leaf.reltuples, 0))::float8 end as rows
      from pg_class c
     cross join lateral (select c.oid, c.reltuples where c.relkind = 'r'
                         union all
                         select l.oid, l.reltuples from pg_partition_tree(c.oid) p
                           join pg_class l on l.oid = p.relid
                          where c.relkind = 'p' and p.isleaf) leaf
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition
     group by c.oid, c.relname`)
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}

/** Tables without an estimate are new or small. */
async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${table}`,
  )
  return rows[0]?.count ?? 0
}
