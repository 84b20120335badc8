import type { CatalogDeps } from '../../catalog/actions/deps.ts'
import type { PurchaseDeps } from '../../orders/actions/deps.ts'
import type { PaymentDeps } from '../../payments/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export type TopUpDeps = PaymentDeps & CatalogDeps & PurchaseDeps
