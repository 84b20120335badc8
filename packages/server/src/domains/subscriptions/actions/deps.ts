import type { CatalogDeps } from '../../catalog/index.ts'
import type { OrderDeps, PurchaseDeps } from '../../orders/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export type SubscriptionDeps = OrderDeps & CatalogDeps

/** Of mails to customers, which say what they have got. */
export type NoticeDeps = SubscriptionDeps & PurchaseDeps
