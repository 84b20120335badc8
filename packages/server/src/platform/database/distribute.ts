import type pg from 'pg'
import { type Fate, fateOf, type Placed, staysOnNode } from './distribution.ts'

interface Table extends Placed {
  readonly isDone: boolean
}

/**
 * Distributes the tables of a database of a Citus cluster, one after the other. What is done stays
 * done, so an interrupted run can be repeated. Nobody else may use the database meanwhile.
 */
export async function distribute(client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  const fates = new Map(tables.map((table) => [table.name, fateOf(table)]))
  const moving = new Set(
    tables.filter((table) => !table.isDone && fateOf(table) !== 'local').map(({ name }) => name),
  )
  await client.query('set citus.enable_unsafe_triggers to on')
  await client.query("set citus.multi_shard_modify_mode to 'sequential'")
  await putForeignKeysAside(client, fates, moving)
  for (const { name } of tables.toSorted(byAnchor)) {
    if (moving.has(name)) await move(client, name, fates.get(name))
  }
  await putForeignKeysBack(client)
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name,
           (select a.attname::text from pg_index i
              join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and i.indisprimary) as "firstKeyColumn",
           exists (select from pg_dist_partition p
                    where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
             as "isDone"
      from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`)
  return rows
}

/** The shards of all other tables are where those of this one are. */
const anchor = 'customer'

const byAnchor = (one: Table, other: Table): number =>
  Number(other.name === anchor) - Number(one.name === anchor)

async function move(client: pg.Client, name: string, fate: Fate | undefined): Promise<void> {
  if (fate === 'reference') await client.query('select create_reference_table($1)', [name])
  if (fate !== 'distributed') return
  await client.query(
    "select create_distributed_table($1, 'organization_id', colocate_with => $2)",
    [name, name === anchor ? 'none' : anchor],
  )
}

const aside = 'guildhall_distribution.foreign_key'

/** Foreign keys can’t lead from a distributed table to one that isn’t yet, or back. */
async function putForeignKeysAside(
  client: pg.Client,
  fates: ReadonlyMap<string, Fate>,
  moving: ReadonlySet<string>,
): Promise<void> {
  await client.query(`
    create schema if not exists guildhall_distribution;
    create table if not exists ${aside} (
      "table" text, name text, definition text not null, primary key ("table", name))`)
  for (const { table, target, name, definition } of await listForeignKeys(client)) {
    if (!moving.has(table) && !moving.has(target)) continue
    await client.query('begin')
    if (staysOnNode(fates.get(table), fates.get(target))) {
      await client.query(`insert into ${aside} values ($1, $2, $3)`, [table, name, definition])
    }
    await client.query(`alter table ${table} drop constraint ${name}`)
    await client.query('commit')
  }
}

interface ForeignKey {
  readonly table: string
  readonly target: string
  readonly name: string
  readonly definition: string
}

async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
           c.conname::text as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0
       and c.connamespace = 'public'::regnamespace
     order by 1, 3`)
  return rows
}

async function putForeignKeysBack(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Omit<ForeignKey, 'target'>>(
    `select "table", name, definition from ${aside} order by 1, 2`,
  )
  for (const { table, name, definition } of rows) {
    await client.query('begin')
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await client.query(`delete from ${aside} where "table" = $1 and name = $2`, [table, name])
    await client.query('commit')
  }
}
