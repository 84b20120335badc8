import type { Calculation } from '@guildhall/contract/metering/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'
import { eventAlias } from './events.ts'
import { isValid } from './voids.ts'
import { allOf, type Condition } from './whom.ts'

/** The events that are measured. */
export interface MeasuredEvents {
  readonly organizationId: Id<'organization'>
  readonly start: Date
  /** Exclusive; null without an end. */
  readonly end: Date | null
  readonly conditions: readonly Condition[]
}

export const isMeasured = ({ organizationId, start, end, conditions }: MeasuredEvents): Condition =>
  allOf([
    sql<boolean>`organization_id = ${organizationId}`,
    sql<boolean>`"timestamp" >= ${start}`,
    end !== null && sql<boolean>`"timestamp" < ${end}`,
    isValid(eventAlias, organizationId),
    ...conditions,
  ])

/** What is computed of each event, and of all. */
export interface Computed {
  readonly func: Calculation['func']
  /** Null where an event has none. */
  readonly quantity: RawBuilder<string | null>
  /** As JSON, null where an event has none, if unique values are counted. */
  readonly value: RawBuilder<unknown>
}

export interface AccumulatorRow {
  readonly eventCount: number
  readonly sum: string
  readonly max: string | null
  readonly min: string | null
}

/** What is computed of each event, which `accumulatorColumns` adds up. */
export const computedColumns = ({ func, quantity, value }: Computed): RawBuilder<unknown> =>
  func === 'unique' ? sql`${quantity} as quantity, ${value} as value` : sql`${quantity} as quantity`

/** Counted events have the quantity one, so that nothing has to be added up. */
export function accumulatorColumns({ func }: Computed): RawBuilder<unknown> {
  switch (func) {
    case 'count':
      return sql`count(*) as event_count, count(*)::numeric as sum,
          case when count(*) > 0 then 1::numeric end as max,
          case when count(*) > 0 then 1::numeric end as min`
    case 'unique':
      return sql`count(quantity) as event_count, count(distinct value)::numeric as sum,
          max(quantity) as max, min(quantity) as min`
    default:
      return sql`count(quantity) as event_count, coalesce(sum(quantity), 0) as sum,
          max(quantity) as max, min(quantity) as min`
  }
}
