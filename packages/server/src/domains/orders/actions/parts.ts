import type { PaymentParts } from '../../payments/index.ts'

/** What everything in this domain is made from; put together in `app/`. */
export type OrderParts = PaymentParts
