// Generates the row types from the catalog of the database: `npx tsx tools/db-types.ts`.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startMigratedCluster, withDatabase } from '../packages/server/test/cluster.ts'
import { runOn } from '../packages/server/test/sql.ts'

export const generatedFile = fileURLToPath(
  new URL('../packages/server/src/platform/database/db-types.gen.ts', import.meta.url),
)

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly domain: string | null
  readonly domainComment: string | null
  readonly labels: string[] | null
  readonly isArray: boolean
  readonly isNullable: boolean
  readonly hasDefault: boolean
  readonly isAlwaysGenerated: boolean
  readonly comment: string | null
  /** The column that a foreign key of this one points to, as `table.column`. */
  readonly target: string | null
}

const columnsQuery = `
  select c.relname as "table", a.attname as name,
         base.typname as type,
         case when own.typtype = 'd' then own.typname end as domain,
         case when own.typtype = 'd' then obj_description(own.oid, 'pg_type') end as "domainComment",
         (select array_agg(e.enumlabel::text order by e.enumsortorder)
            from pg_enum e where e.enumtypid = base.oid) as labels,
         own.oid <> declared.oid as "isArray",
         not (a.attnotnull or declared.typnotnull) as "isNullable",
         a.atthasdef or a.attidentity <> '' as "hasDefault",
         a.attidentity = 'a' or a.attgenerated <> '' as "isAlwaysGenerated",
         col_description(c.oid, a.attnum) as comment,
         (select f.confrelid::regclass::text || '.' || target.attname
            from pg_constraint f, unnest(f.conkey, f.confkey) as pair (own, other)
            join pg_attribute target on target.attnum = pair.other
           where f.contype = 'f' and f.conrelid = c.oid and pair.own = a.attnum
             and target.attrelid = f.confrelid and target.atttypid = 'uuid'::regtype
           order by f.oid limit 1) as target
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type declared on declared.oid = a.atttypid
    join pg_type own on own.oid =
         case when declared.typcategory = 'A' then declared.typelem else declared.oid end
    join pg_type base on base.oid = case when own.typtype = 'd' then own.typbasetype else own.oid end
   where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
   order by c.relname, a.attnum`

const baseTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  interval: 'unknown',
  name: 'string',
  numeric: 'string',
  regclass: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
}

/** The row types as TypeScript: domains and ids as brands, enums as unions, comments as docs. */
export async function renderTypes(url: string): Promise<string> {
  const columns = await runOn<Column>(url, columnsQuery)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const brands = idBrands(columns, new Set(tables))
  const interfaces = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .flatMap((column) => renderColumn(column, brands.get(`${table}.${column.name}`)))
    return `export interface ${pascal(table)}Table {\n${lines.join('\n')}\n}\n`
  })
  const index = tables.map((table) => `  ${camel(table)}: ${pascal(table)}Table`)
  const body = `${interfaces.join('\n')}\nexport interface Tables {\n${index.join('\n')}\n}\n`
  return `${renderHead(body, columns)}\n${body}`
}

/**
 * The brand of each uuid: from its comment (`@id organization`), else from the target of its
 * foreign key, else its own table (`id`), else the table in its name (`organization_id`).
 */
function idBrands(columns: readonly Column[], tables: ReadonlySet<string>): Map<string, string> {
  const uuids = new Map(
    columns
      .filter(({ type }) => type === 'uuid')
      .map((column) => [`${column.table}.${column.name}`, column]),
  )
  const brandOf = (column: Column, seen: readonly Column[] = []): string | null => {
    const tagged = tag(column.comment, 'id')
    if (tagged !== null) return tagged
    const target = column.target === null ? undefined : uuids.get(column.target)
    if (target !== undefined && !seen.includes(target)) return brandOf(target, [...seen, column])
    if (column.name === 'id') return camel(column.table)
    const named = column.name.endsWith('_id') ? column.name.slice(0, -'_id'.length) : ''
    return tables.has(named) ? camel(named) : null
  }
  const brands = new Map<string, string>()
  for (const [key, column] of uuids) {
    const brand = brandOf(column)
    if (brand !== null) brands.set(key, brand)
  }
  return brands
}

function renderColumn(column: Column, brand: string | undefined): string[] {
  const doc = [withoutTags(column.comment), withoutTags(column.domainComment)].find(
    (text) => text !== '',
  )
  const line = `  ${camel(column.name)}: ${columnType(column, brand)}`
  return doc === undefined ? [line] : [`  /** ${doc} */`, line]
}

function columnType(column: Column, brand: string | undefined): string {
  const isJson = column.type === 'jsonb' || column.type === 'json'
  const isUnknown = baseTypes[column.type] === 'unknown'
  const orNull = column.isNullable && !isUnknown ? ' | null' : ''
  if (isJson) {
    const written = `JsonText${orNull}`
    const inserted = column.hasDefault || column.isNullable ? `${written} | undefined` : written
    return `ColumnType<JsonValue${orNull}, ${inserted}, ${written}>`
  }
  const item = valueType(column, brand)
  const type = `${column.isArray ? `readonly ${item}[]` : item}${orNull}`
  if (column.isAlwaysGenerated) return `GeneratedAlways<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

function valueType(column: Column, brand: string | undefined): string {
  if (brand !== undefined) return `Id<'${brand}'>`
  if (column.labels !== null && !column.isArray)
    return column.labels.map((label) => `'${label}'`).join(' | ')
  const type = baseTypes[column.type]
  // The driver parses arrays of basic types only.
  if (type === undefined || (column.isArray && column.domain !== null)) {
    throw new Error(
      `${column.table}.${column.name} has type ${typeName(column)}, which has no row type`,
    )
  }
  return tag(column.domainComment, 'brand') ?? type
}

const typeName = ({ type, domain, isArray }: Column): string =>
  `${domain ?? type}${isArray ? '[]' : ''}`

function renderHead(body: string, columns: readonly Column[]): string {
  const brands = columns.flatMap(({ domainComment }) => tag(domainComment, 'brand') ?? [])
  const contract = [...new Set(brands), ...(body.includes('Id<') ? ['Id'] : [])]
  const kysely = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    body.includes(`${name}<`),
  )
  return `// Generated from the catalog by tools/db-types.ts; not to be edited.
import type { ${contract.toSorted().join(', ')} } from '@guildhall/contract/primitives'
import type { ${kysely.join(', ')} } from 'kysely'
import type { JsonText, JsonValue } from './json.ts'
`
}

const tag = (comment: string | null, name: string): string | null =>
  new RegExp(`@${name} (\\w+)`).exec(comment ?? '')?.[1] ?? null

const withoutTags = (comment: string | null): string =>
  (comment ?? '').replace(/@\w+ \w+/g, '').trim()

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

const pascal = (name: string): string => camel(`_${name}`)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cluster = await startMigratedCluster()
  try {
    await writeFile(
      generatedFile,
      await renderTypes(withDatabase(cluster.ownerUrl, cluster.template)),
    )
  } finally {
    await cluster.stop()
  }
}
