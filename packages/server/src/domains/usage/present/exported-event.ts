import {
  type EventExportColumn,
  eventExportColumns,
} from '@guildhall/contract/usage/event-export-columns'
import type { UsageEvent } from '@guildhall/contract/usage/shapes'
import type * as z from 'zod/mini'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'

/** Named like the fields of an event; what belongs to its customer has that name in front. */
const columns: CsvColumns<z.output<typeof UsageEvent>, EventExportColumn> = {
  id: (event) => event.id,
  timestamp: (event) => event.timestamp,
  ingested_at: (event) => event.ingestedAt,
  name: (event) => event.name,
  source: (event) => event.source,
  customer_id: (event) => event.customerId,
  customer_email: (event) => event.customer?.email ?? null,
  customer_name: (event) => event.customer?.name ?? null,
  external_customer_id: (event) => event.externalCustomerId,
  external_id: (event) => event.externalId,
  subscription_id: (event) => event.subscriptionId,
  entity: (event) => event.entity,
  metadata: (event) => JSON.stringify(event.nestedMetadata ?? event.metadata),
  voided_at: (event) => event.voidedAt,
  void_reason: (event) => event.voidReason,
  replaced_by: (event) => event.replacedBy,
}

/** The chosen columns in their order, each once, or all. */
export const exportedEvents = (chosen?: readonly EventExportColumn[]) => {
  const names = chosen?.length ? [...new Set(chosen)] : eventExportColumns
  return { names, lineOf: csvTable(columns, names).lineOf }
}
