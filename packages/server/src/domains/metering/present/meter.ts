import {
  Aggregation,
  aggregationOf,
  type Calculation,
  calculationOf,
  Meter,
} from '@guildhall/contract/metering/shapes'
import * as z from 'zod/mini'
import type { MeterRow } from '../store/meters.ts'

const { filter, metadata } = Meter.shape

export const presentMeter = (row: MeterRow): z.output<typeof Meter> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  metadata: z.parse(metadata, row.metadata),
  name: row.name,
  filter: z.parse(filter, row.filter),
  aggregation: aggregationOf(storedCalculation(row)),
  organizationId: row.organizationId,
  isArchived: row.isArchived,
  countsFrom: row.countsFrom,
})

/** What usage is counted by. */
export const definitionOf = (row: MeterRow) => ({
  filter: z.parse(filter, row.filter),
  calculation: storedCalculation(row),
  countsFrom: row.countsFrom,
})

function storedCalculation({ aggregationFunc: func, aggregationProperty }: MeterRow): Calculation {
  if (func === 'unique' && aggregationProperty !== null) {
    return { func, property: aggregationProperty }
  }
  return calculationOf(
    z.parse(Aggregation, {
      func,
      ...(aggregationProperty !== null && { property: aggregationProperty }),
    }),
  )
}
