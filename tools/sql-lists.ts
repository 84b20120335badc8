// Compares the allowed values of columns in SQL with those in the contract.

export interface CheckConstraint {
  readonly table: string
  /** As PostgreSQL prints it. */
  readonly definition: string
}

/** A column whose values are listed: `users.role`. */
export type ListedColumn = `${string}.${string}`

export interface Lists {
  readonly ofContract: Readonly<Record<ListedColumn, readonly string[]>>
  /** Lists that are not in the contract, with the reason. */
  readonly internal: Readonly<Record<ListedColumn, string>>
}

// Checks of a domain type count as checks of its columns.
export const checksQuery = `
  select c.relname::text as table, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
   where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and not c.relispartition
   union all
  select c.relname, replace(pg_get_constraintdef(k.oid), '(VALUE ', format('(%I ', a.attname))
    from pg_constraint k
    join pg_attribute a on a.atttypid = k.contypid and not a.attisdropped
    join pg_class c on c.oid = a.attrelid
   where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and not c.relispartition
     and c.relkind in ('r', 'p')
   order by 1, 2`

export function listFaults(checks: readonly CheckConstraint[], lists: Lists): string[] {
  const found = new Map(checks.flatMap(listsIn))
  const { ofContract, internal } = lists
  return [
    ...[...found.keys()]
      .filter((column) => !(column in ofContract) && !(column in internal))
      .map((column) => `${column}: has a list of values that is not compared with the contract`),
    ...[...Object.keys(ofContract), ...Object.keys(internal)]
      .filter((column) => !found.has(column))
      .map((column) => `${column}: has no list of values in SQL`),
    ...Object.entries(ofContract).flatMap(([column, values]) =>
      differences(column, found.get(column) ?? values, values),
    ),
  ]
}

/** `x = any (array[…])`, PostgreSQL's form of `in (…)`, or a pattern of words: `^(a|b)$`. */
function listsIn({ table, definition }: CheckConstraint): [string, string[]][] {
  const listed = [...definition.matchAll(/\((\w+) = ANY \(ARRAY\[([^\]]*)\]/g)]
  const patterns = [...definition.matchAll(/\((\w+) ~ '\^\(([\w|]+)\)/g)]
  return [
    ...listed.map(([, column, values = '']): [string, string[]] => [
      `${table}.${column}`,
      [...values.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
    ]),
    ...patterns.map(([, column, values = '']): [string, string[]] => [
      `${table}.${column}`,
      values.split('|'),
    ]),
  ]
}

function differences(
  column: string,
  inSql: readonly string[],
  inContract: readonly string[],
): string[] {
  return [
    ...inSql
      .filter((value) => !inContract.includes(value))
      .map((value) => `${column}: '${value}' is in SQL, but not in the contract`),
    ...inContract
      .filter((value) => !inSql.includes(value))
      .map((value) => `${column}: '${value}' is in the contract, but not in SQL`),
  ]
}
