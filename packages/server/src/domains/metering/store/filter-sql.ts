import type { Filter } from '@guildhall/contract/metering/filters'
import { type RawBuilder, sql } from 'kysely'
import { placeOfProperty } from '../rules/event-property.ts'
import { type FilterClause, isPartial, type OrderOperator } from '../rules/filter.ts'
import {
  builtInColumn,
  type EventAlias,
  metadataColumn,
  scalarText,
  textOfJson as text,
} from './event-columns.ts'

/** The condition under which the rule `matches` an event. It is never null. */
export function matchingEvents(
  { conjunction, clauses }: Filter,
  alias: EventAlias,
): RawBuilder<boolean> {
  const conditions = clauses.map((clause) =>
    'clauses' in clause ? matchingEvents(clause, alias) : clauseCondition(clause, alias),
  )
  if (conditions.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(conditions, conjunction === 'and' ? sql` and ` : sql` or `)})`
}

type Operand = RawBuilder<unknown>
type Value = FilterClause['value']

function clauseCondition(clause: FilterClause, alias: EventAlias): RawBuilder<boolean> {
  const { property, operator, value } = clause
  const place = placeOfProperty(property)
  if ('ways' in place) return metadataCondition(clause, metadataColumn(place, alias))
  const kind = place.builtIn === 'timestamp' ? 'number' : 'string'
  if (typeof value !== kind) return sql<boolean>`false`
  const column = builtInColumn(place.builtIn, alias)
  if (!isPartial(operator)) return compares(column, operator, value)
  return contains(sql`${column}::text`, operator === 'like', value)
}

/** The type is asked before a value is converted, because converting another type is an error. */
function metadataCondition(
  { operator, value }: Pick<FilterClause, 'operator' | 'value'>,
  found: Operand,
): RawBuilder<boolean> {
  if (isPartial(operator)) {
    return sql<boolean>`coalesce(${contains(scalarText(found), operator === 'like', value)}, false)`
  }
  if (operator === 'eq') return sql<boolean>`coalesce(${found} = to_jsonb(${typed(value)}), false)`
  const operand = typeof value === 'string' ? text(found) : sql`${found}::${typeName(value)}`
  return sql<boolean>`case when jsonb_typeof(${found}) = ${typeof value}
    then ${compares(operand, operator, value)} else false end`
}

const contains = (whole: Operand, isWanted: boolean, value: Value): RawBuilder<boolean> =>
  sql<boolean>`strpos(${whole}, ${String(value)}) ${isWanted ? sql`>` : sql`=`} 0`

const symbols: Readonly<Record<OrderOperator, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

/** Texts are ordered by their code points. Equality is the same in every collation. */
function compares(found: Operand, operator: OrderOperator, value: Value): RawBuilder<boolean> {
  const isOrdered = operator !== 'eq' && operator !== 'ne'
  const collation = isOrdered && typeof value === 'string' ? sql` collate "C"` : sql``
  return sql<boolean>`${found}${collation} ${symbols[operator]} ${typed(value)}`
}

const typed = (value: Value): Operand => sql`${value}::${typeName(value)}`

function typeName(value: Value): Operand {
  if (typeof value === 'string') return sql`text`
  return typeof value === 'number' ? sql`numeric` : sql`boolean`
}
