import type pg from 'pg'
import { anchor, type Fate, fateOf, type Placed, staysOnNode } from './distribution.ts'

export interface DistributedTable extends Placed {
  readonly isDone: boolean
  /** The table itself, or its partitions: those of them that have rows on the coordinator. */
  readonly filled: readonly string[]
  readonly hasTriggers: boolean
}

export interface DistributionOptions {
  /** An organization is in one of so many shards of each table. */
  readonly shardCount: number
  /** Before each table, which may be refused: what is done stays done. */
  readonly before?: () => Promise<void>
  readonly after?: (table: string, fate: Fate) => void
}

/**
 * Distributes the tables of a database of a Citus cluster, one after the other. What is done stays
 * done, so an interrupted run can be repeated. Nobody else may use the database meanwhile.
 */
export async function distribute(client: pg.Client, options: DistributionOptions): Promise<void> {
  const { shardCount, before, after } = options
  const tables = await listTables(client)
  const moving = tables.filter(isMoving)
  await client.query(`set citus.shard_count to ${shardCount}`)
  await allowChanges(client)
  await putForeignKeysAside(client, tables, namesOf(moving))
  for (const table of moving.toSorted(byAnchor)) {
    await before?.()
    await inTransaction(client, () => move(client, table))
    after?.(table.name, fateOf(table))
  }
  await putForeignKeysBack(client)
  await client.query(`drop schema ${schema} cascade`)
}

/** Whether that was interrupted. */
export async function isPartlyDistributed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [schema])
  return rows.length > 0
}

/**
 * Runs a migration of a distributed database, and distributes the tables that it adds, in its
 * transaction. Until then their foreign keys lead to tables that are empty on the coordinator, so
 * only a later migration can fill them.
 */
export async function migrateDistributed(
  client: pg.Client,
  run: () => Promise<void>,
): Promise<void> {
  const attached = 'citus.enable_local_reference_table_foreign_keys'
  await allowChanges(client)
  await client.query(`set ${attached} to off`)
  await run()
  await client.query(`set ${attached} to on`)
  const moving = (await listTables(client)).filter(isMoving)
  const names = namesOf(moving)
  const keys = (await listForeignKeys(client)).filter((key) => isOf(key, names) || key.isDetached)
  for (const key of keys) await drop(client, key)
  for (const table of moving) await move(client, table)
  for (const key of keys) await add(client, key)
}

export const isMoving = (table: DistributedTable): boolean =>
  !table.isDone && fateOf(table) !== 'local'

/** For a session that changes the schema of a distributed database, shard by shard. */
export async function allowChanges(client: pg.Client): Promise<void> {
  await client.query('set citus.enable_unsafe_triggers to on')
  await client.query("set citus.multi_shard_modify_mode to 'sequential'")
}

export async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  if (rows.length === 0) return false
  const found = await client.query(
    "select from pg_dist_partition where logicalrelid = to_regclass($1) and partmethod = 'h'",
    [anchor],
  )
  return found.rows.length > 0
}

/** Tables by name; partitions follow their parents. */
export async function listTables(client: pg.Client): Promise<DistributedTable[]> {
  const { rows } = await client.query<DistributedTable>(`
    select c.relname::text as name,
           (select a.attname::text from pg_index i
              join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and i.indisprimary) as "firstKeyColumn",
           exists (select from pg_dist_partition p
                    where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
             as "isDone",
           array(select leaf.relid::text from pg_partition_tree(c.oid) leaf
                  where leaf.isleaf and pg_relation_size(leaf.relid) > 0
                 union all
                 select c.relname::text where c.relkind = 'r' and pg_relation_size(c.oid) > 0)
             as filled,
           exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
             as "hasTriggers"
      from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`)
  return rows
}

export const namesOf = (tables: readonly Placed[]): ReadonlySet<string> =>
  new Set(tables.map(({ name }) => name))

const byAnchor = (one: Placed, other: Placed): number =>
  Number(other.name === anchor) - Number(one.name === anchor)

/** Triggers would see its rows as new ones: the ledger’s refuse lines of former transactions. */
async function move(client: pg.Client, table: DistributedTable): Promise<void> {
  const { name, hasTriggers, filled } = table
  if (hasTriggers) await client.query(`alter table ${name} disable trigger user`)
  if (fateOf(table) === 'reference') await client.query('select create_reference_table($1)', [name])
  else {
    await client.query(
      "select create_distributed_table($1, 'organization_id', colocate_with => $2)",
      [name, name === anchor ? 'none' : anchor],
    )
  }
  // What was copied to the shards is invisible now, but still on the disk of the coordinator.
  for (const part of filled) {
    await client.query('select truncate_local_data_after_distributing_table($1)', [part])
  }
  if (hasTriggers) await client.query(`alter table ${name} enable trigger user`)
}

const schema = 'guildhall_distribution'
const aside = `${schema}.foreign_key`

/** Foreign keys can’t lead from a distributed table to one that isn’t yet, or back. */
async function putForeignKeysAside(
  client: pg.Client,
  tables: readonly Placed[],
  moving: ReadonlySet<string>,
): Promise<void> {
  const fates = new Map(tables.map((table) => [table.name, fateOf(table)]))
  await client.query(`
    create schema if not exists ${schema};
    create table if not exists ${aside} (
      "table" text, name text, definition text not null, primary key ("table", name))`)
  for (const key of await listForeignKeys(client)) {
    if (!isOf(key, moving)) continue
    const { table, target, name, definition } = key
    await inTransaction(client, async () => {
      if (staysOnNode(fates.get(table), fates.get(target))) {
        await client.query(`insert into ${aside} values ($1, $2, $3)`, [table, name, definition])
      }
      await drop(client, key)
    })
  }
}

export interface ForeignKey {
  readonly table: string
  readonly target: string
  readonly name: string
  readonly definition: string
  /** Whether it leads from a table that Citus doesn’t know to one that isn’t here. */
  readonly isDetached: boolean
}

type KeptKey = Pick<ForeignKey, 'table' | 'name' | 'definition'>

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
           c.conname::text as name, pg_get_constraintdef(c.oid) as definition,
           exists (select from pg_dist_partition where logicalrelid = c.confrelid)
             and not exists (select from pg_dist_partition where logicalrelid = c.conrelid)
             as "isDetached"
      from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0
       and c.connamespace = 'public'::regnamespace
     order by 1, 3`)
  return rows
}

export const isOf = ({ table, target }: ForeignKey, tables: ReadonlySet<string>): boolean =>
  tables.has(table) || tables.has(target)

async function putForeignKeysBack(client: pg.Client): Promise<void> {
  const { rows } = await client.query<KeptKey>(
    `select "table", name, definition from ${aside} order by 1, 2`,
  )
  for (const key of rows) {
    await inTransaction(client, async () => {
      await add(client, key)
      await client.query(`delete from ${aside} where "table" = $1 and name = $2`, [
        key.table,
        key.name,
      ])
    })
  }
}

const drop = (client: pg.Client, { table, name }: KeptKey): Promise<unknown> =>
  client.query(`alter table ${table} drop constraint ${name}`)

const add = (client: pg.Client, { table, name, definition }: KeptKey): Promise<unknown> =>
  client.query(`alter table ${table} add constraint ${name} ${definition}`)

async function inTransaction(client: pg.Client, run: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await run()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
