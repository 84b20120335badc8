import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { MeterRow } from '../../metering/store/meters.ts'
import { type CountedEventRow, type CountedPeriod, listCounted } from '../store/counted-events.ts'
import { compileMeter } from './compile-meter.ts'

type Page = Parameters<typeof listCounted>[3]

/** The events that a meter counted in a period, the earliest first. */
export const listCountedEvents = (
  db: Kysely<Tables>,
  meter: MeterRow,
  period: CountedPeriod,
  page: Page,
): Promise<readonly CountedEventRow[]> => listCounted(db, compileMeter(meter), period, page)
