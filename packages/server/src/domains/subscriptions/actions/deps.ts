import type { CatalogDeps } from '../../catalog/index.ts'
import type { OrderDeps } from '../../orders/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export type SubscriptionDeps = OrderDeps & CatalogDeps
