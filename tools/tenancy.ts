// The law of tenancy, on the catalog: every table that belongs to a tenant carries organization_id
// in its primary key, in every unique index and in every foreign key to another such table. So a
// reference across tenants can't even be stored.

const tenant = 'organization_id'

// They belong to no tenant, or lie outside of the law for the reason given.
export const globalTables: Readonly<Record<string, string>> = {
  account: 'how a person signs in, whatever organizations they belong to',
  audit_entry: 'what happened to a person, who belongs to any number of organizations',
  event_line: 'one row per line of events, and events of no organization form a line too',
  first_operator: 'one row for the whole server',
  organization: 'the tenant itself, which every other table is keyed by',
  organization_allowance: 'what an operator allows a person, before there is an organization',
  mail: 'mails go to people, most of them before they belong to an organization',
  partition_plan: "the owner's own plan",
  rate_limit: 'counts whoever knocks, by a hash',
  secret_directory: 'tells whose a secret is, before the organization is known',
  schema_migration: 'tells which migrations the whole database has seen',
  session: 'a person is signed in, whatever organizations they belong to',
  users: 'people, who belong to any number of organizations',
  verification: 'what a person was mailed to prove something once',
}

// They carry the tenant, but are keyed by their order and by what their partitions ask for.
export const torrents: Readonly<Record<string, string>> = {
  event_log: 'append-only and partitioned by time, which a partition wants in every key',
  outbox: 'a queue in the order of its rows',
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
    ...[...Object.keys(globalTables), ...Object.keys(torrents)]
      .filter((name) => !names.has(name))
      .map((name) => `${name}: is on a list of exceptions, but there is no such table`),
    ...tables
      .filter(({ name }) => !Object.hasOwn(globalTables, name))
      .filter(({ columns }) => !columns.includes(tenant))
      .map(({ name }) => `${name}: has no ${tenant}`),
    ...tenantTables.flatMap(indexFaults),
    ...tenantTables.flatMap(foreignKeyFaults),
  ]
}

const isListed = (name: string): boolean =>
  Object.hasOwn(globalTables, name) || Object.hasOwn(torrents, name)

function indexFaults({ name, columns, uniqueIndexes }: CatalogTable): string[] {
  if (!columns.includes(tenant)) return []
  const primary = uniqueIndexes.find(({ isPrimary }) => isPrimary)
  return [
    ...(primary?.columns[0] === tenant
      ? []
      : [`${name}: its primary key has no ${tenant} in front`]),
    ...uniqueIndexes
      .filter((index) => !index.isPrimary && !index.columns.includes(tenant))
      .map((index) => `${name}: the unique index ${index.name} is without ${tenant}`),
  ]
}

function foreignKeyFaults({ name, foreignKeys }: CatalogTable): string[] {
  const keys = foreignKeys.filter(({ target }) => !isListed(target))
  return [
    ...keys
      .filter(({ columns, targetColumns }) => targetColumns[columns.indexOf(tenant)] !== tenant)
      .map((key) => `${name}: the foreign key ${key.name} is without ${tenant}`),
    ...keys
      .filter(({ columnsSetNull }) => columnsSetNull.includes(tenant))
      .map((key) => `${name}: a delete by the foreign key ${key.name} takes the ${tenant} away`),
  ]
}

// Partitions have the keys of their parents, so only parents are asked.
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

// An expression in an index has no column, so it has no name here either.
function namesOf(table: string, numbers: string, countMax = '32767'): string {
  return `array(select a.attname::text
                  from unnest(${numbers}) with ordinality as k (number, place)
                  join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number
                 where k.place <= ${countMax} order by k.place)`
}
