import type { CatalogParts } from '../../catalog/index.ts'
import type { OrderParts } from '../../orders/index.ts'

/** What everything in this domain is made from; put together in `app/`. */
export type SubscriptionParts = OrderParts & CatalogParts
