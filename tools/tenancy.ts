// Checks the catalog: every table of a tenant has organization_id in its primary key, in every
// unique index and in every foreign key to another such table, so that references across tenants
// can't be stored.

import {
  fateOf,
  localTables,
  staysOnNode,
} from '../packages/server/src/platform/database/distribution.ts'

const tenant = 'organization_id'

// Tables without a tenant, and exceptions with their reasons.
export const globalTables: Readonly<Record<string, string>> = {
  account: 'how a user signs in, independent of organizations',
  audit_entry: 'about a user, who belongs to any number of organizations',
  command_line_login: 'waits for a user, who then chooses the organization',
  event_line: 'one row per line of events, including a line for events without an organization',
  first_operator: 'one row for the whole server',
  life: 'processes of the server',
  organization: 'the tenant itself',
  organization_limit: 'belongs to a user, before there is an organization',
  mail: 'recipients may not belong to an organization yet',
  partition_plan: 'the partitioning of tables',
  picture: 'belongs to a user or to an organization',
  rate_limit: 'counts all callers, by a hash',
  reconciliation: 'compares one account at the processor, which all organizations share',
  reconciliation_difference: 'may be about a payment that no organization here has',
  secret_directory: 'maps a secret to its organization',
  schema_migration: 'the migrations of the whole database',
  session: 'a user is signed in, independent of organizations',
  users: 'users belong to any number of organizations',
  verification: 'mailed secrets of users, who may not belong to an organization',
}

// Tables with a tenant whose keys follow their order and partitions.
export const orderedTables: Readonly<Record<string, string>> = {
  due_note: 'notes of one kind are read for all organizations',
  event_log: 'append-only and partitioned by time, which must be in every key',
  outbox: 'a queue, keyed by the order of its rows',
}

/** Foreign keys that a cluster can’t keep, because they lead from one node to another. */
export function clusterFaults(tables: readonly CatalogTable[]): string[] {
  const fates = new Map(
    tables.map(({ name, uniqueIndexes }) => {
      const primary = uniqueIndexes.find(({ isPrimary }) => isPrimary)
      return [name, fateOf({ name, firstKeyColumn: primary?.columns[0] ?? null })]
    }),
  )
  return [
    ...Object.keys(localTables)
      .filter((name) => !fates.has(name))
      .map((name) => `${name}: is to stay local, but there is no such table`),
    ...tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys
        .filter(({ target }) => !staysOnNode(fates.get(name), fates.get(target)))
        .map((key) => `${name}: the foreign key ${key.name} leads to another node`),
    ),
  ]
}

export interface CatalogTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly uniqueIndexes: readonly {
    readonly name: string
    readonly isPrimary: boolean
    readonly columns: readonly string[]
  }[]
  readonly foreignKeys: readonly {
    readonly name: string
    readonly target: string
    readonly columns: readonly string[]
    readonly targetColumns: readonly string[]
    readonly columnsSetNull: readonly string[]
  }[]
}

export function tenancyFaults(tables: readonly CatalogTable[]): string[] {
  const names = new Set(tables.map(({ name }) => name))
  const tenantTables = tables.filter(({ name }) => !isListed(name))
  return [
    ...[...Object.keys(globalTables), ...Object.keys(orderedTables)]
      .filter((name) => !names.has(name))
      .map((name) => `${name}: is an exception, but there is no such table`),
    ...tables
      .filter(({ name }) => !Object.hasOwn(globalTables, name))
      .filter(({ columns }) => !columns.includes(tenant))
      .map(({ name }) => `${name}: has no ${tenant}`),
    ...tenantTables.flatMap(indexFaults),
    ...tenantTables.flatMap(foreignKeyFaults),
  ]
}

const isListed = (name: string): boolean =>
  Object.hasOwn(globalTables, name) || Object.hasOwn(orderedTables, name)

function indexFaults({ name, columns, uniqueIndexes }: CatalogTable): string[] {
  if (!columns.includes(tenant)) return []
  const primary = uniqueIndexes.find(({ isPrimary }) => isPrimary)
  return [
    ...(primary?.columns[0] === tenant
      ? []
      : [`${name}: its primary key does not start with ${tenant}`]),
    ...uniqueIndexes
      .filter((index) => !index.isPrimary && !index.columns.includes(tenant))
      .map((index) => `${name}: the unique index ${index.name} does not include ${tenant}`),
  ]
}

function foreignKeyFaults({ name, foreignKeys }: CatalogTable): string[] {
  const keys = foreignKeys.filter(({ target }) => !isListed(target))
  return [
    ...keys
      .filter(({ columns, targetColumns }) => targetColumns[columns.indexOf(tenant)] !== tenant)
      .map((key) => `${name}: the foreign key ${key.name} does not include ${tenant}`),
    ...keys
      .filter(({ columnsSetNull }) => columnsSetNull.includes(tenant))
      .map((key) => `${name}: the foreign key ${key.name} sets ${tenant} to null on delete`),
  ]
}

// Partitions have the keys of their parents, so only parents are checked.
export const catalogQuery = `
  select c.relname::text as name,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
         array(select json_build_object(
                        'name', i.indexrelid::regclass::text,
                        'isPrimary', i.indisprimary,
                        'columns', ${namesOf('c.oid', 'i.indkey::smallint[]', 'i.indnkeyatts')})
                 from pg_index i
                where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
                order by i.indexrelid) as "uniqueIndexes",
         array(select json_build_object(
                        'name', f.conname,
                        'target', f.confrelid::regclass::text,
                        'columns', ${namesOf('f.conrelid', 'f.conkey')},
                        'targetColumns', ${namesOf('f.confrelid', 'f.confkey')},
                        'columnsSetNull', case when f.confdeltype = 'n'
                          then ${namesOf('f.conrelid', 'coalesce(f.confdelsetcols, f.conkey)')}
                          else array[]::text[] end)
                 from pg_constraint f
                where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
                order by f.conname) as "foreignKeys"
    from pg_class c
   where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`

// Expressions in an index have no column and are left out.
function namesOf(table: string, numbers: string, countMax = '32767'): string {
  return `array(select a.attname::text
                  from unnest(${numbers}) with ordinality as k (number, place)
                  join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number
                 where k.place <= ${countMax} order by k.place)`
}
