import type pg from 'pg'

/** What code may rely on in a schema. */
export interface Thing {
  readonly kind: 'table' | 'column' | 'constraint' | 'index' | 'trigger' | 'function' | 'value'
  /** The table or type that it belongs to; empty for a function. */
  readonly of: string
  readonly name: string
  /** Its type, result or definition. */
  readonly text: string
  /** Those that a constraint or an index is about. */
  readonly columns: readonly string[]
  /** Of a column: whether a row must have a value. */
  readonly isRequired: boolean
  /** Of a column: whether a row has one that doesn’t give it. */
  readonly isFilled: boolean
}

export const keyOf = ({ kind, of, name }: Thing): string => `${kind} ${of}.${name}`

export const readThings = async (client: Pick<pg.Client, 'query'>): Promise<Thing[]> =>
  (await client.query<Thing>(thingsQuery)).rows

const tables = `
  tables as (
    select oid, relname::text as name, relkind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and not relispartition and relname <> 'schema_migration'
  )`

const columnsOf = (table: string, numbers: string): string => `
  array(select a.attname::text from unnest(${numbers}) number
          join pg_attribute a on a.attrelid = ${table} and a.attnum = number)`

const thingsQuery = `
  with ${tables}
  select 'table' as kind, t.name as of, '' as name,
         case when t.relkind in ('v', 'm') then 'view' else 'table' end as text,
         '{}'::text[] as columns, false as "isRequired", false as "isFilled"
    from tables t
   union all
  select 'column', t.name, a.attname, format_type(a.atttypid, a.atttypmod), '{}',
         a.attnotnull or y.typnotnull,
         a.atthasdef or a.attidentity <> '' or y.typdefault is not null
    from tables t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid
   union all
  select 'constraint', coalesce(t.name, y.typname), k.conname, pg_get_constraintdef(k.oid),
         ${columnsOf('k.conrelid', 'k.conkey')}, false, false
    from pg_constraint k
    left join tables t on t.oid = k.conrelid
    left join pg_type y on y.oid = k.contypid and y.typnamespace = 'public'::regnamespace
   where k.contype in ('c', 'f', 'p', 'u', 'x') and (t.oid is not null or y.oid is not null)
   union all
  select 'index', t.name, c.relname, pg_get_indexdef(i.indexrelid),
         ${columnsOf('i.indrelid', 'i.indkey')}, false, false
    from tables t
    join pg_index i on i.indrelid = t.oid and i.indisunique
    join pg_class c on c.oid = i.indexrelid
   where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
   union all
  select 'trigger', t.name, g.tgname, pg_get_triggerdef(g.oid), '{}', false, false
    from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
   union all
  select 'function', '', p.oid::regprocedure::text, pg_get_function_result(p.oid), '{}', false, false
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   union all
  select 'value', y.typname, e.enumlabel, '', '{}', false, false
    from pg_enum e join pg_type y on y.oid = e.enumtypid
   where y.typnamespace = 'public'::regnamespace`
