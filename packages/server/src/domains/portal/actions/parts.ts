import type { CustomerParts } from '../../customers/index.ts'
import type { InvoiceParts } from '../../orders/index.ts'
import type { SubscriptionParts } from '../../subscriptions/index.ts'

/** What everything in this domain is made from; put together in `app/`. */
export type PortalParts = CustomerParts & InvoiceParts & SubscriptionParts
