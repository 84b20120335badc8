import { flattened } from '@guildhall/contract/usage/event-input'
import { type EventMetadata, UsageEvent } from '@guildhall/contract/usage/shapes'
import * as z from 'zod/mini'
import type { UsageEventRow } from '../store/events.ts'

const { source } = UsageEvent.shape

/** It was checked when it was ingested. */
const storedMetadata = z.custom<EventMetadata>()

type ShownCustomer = NonNullable<z.output<typeof UsageEvent>['customer']>

/** The customers are those of the shown events, deleted ones too. */
export const presentEvent =
  (customers: ReadonlyMap<string, ShownCustomer>) =>
  (row: UsageEventRow): z.output<typeof UsageEvent> => {
    const customer = customers.get(row.customerId ?? '')
    const metadata = z.parse(storedMetadata, row.metadata)
    const hasNested = Object.values(metadata).some((value) => typeof value === 'object')
    return {
      id: row.id,
      timestamp: row.timestamp,
      ingestedAt: row.ingestedAt,
      organizationId: row.organizationId,
      customerId: row.customerId,
      customer: customer ?? null,
      externalCustomerId: row.externalCustomerId ?? customer?.externalId ?? null,
      source: z.parse(source, row.source),
      name: row.name,
      label: row.name,
      externalId: row.externalId,
      subscriptionId: row.subscriptionId,
      entity: row.entity,
      metadata: flattened(metadata),
      nestedMetadata: hasNested ? metadata : null,
      voidedAt: row.voidedAt,
      voidReason: row.voidReason,
      replacedBy: row.replacedBy,
    }
  }
