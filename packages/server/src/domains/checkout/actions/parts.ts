import type { CustomerParts } from '../../customers/index.ts'
import type { PaymentParts } from '../../payments/index.ts'
import type { SubscriptionParts } from '../../subscriptions/index.ts'
import type { TaxParts } from '../../tax/index.ts'

/** What everything in this domain is made from; put together in `app/`. */
export type CheckoutParts = PaymentParts & CustomerParts & TaxParts & SubscriptionParts
