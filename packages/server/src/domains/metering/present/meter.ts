import { Aggregation, Meter } from '@guildhall/contract/metering/shapes'
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
  aggregation: aggregationOf(row),
  organizationId: row.organizationId,
  isArchived: row.isArchived,
  countsFrom: row.countsFrom,
})

/** What usage is counted by. */
export const definitionOf = (row: MeterRow) => ({
  filter: z.parse(filter, row.filter),
  aggregation: aggregationOf(row),
  countsFrom: row.countsFrom,
})

const aggregationOf = ({ aggregationFunc, aggregationProperty }: MeterRow): Aggregation =>
  z.parse(Aggregation, {
    func: aggregationFunc,
    ...(aggregationProperty !== null && { property: aggregationProperty }),
  })
