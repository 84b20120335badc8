import type { CatalogDeps } from '../../catalog/index.ts'
import type { PurchaseDeps } from '../../orders/index.ts'
import type { PaymentDeps } from '../../payments/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export type TopUpDeps = PaymentDeps & CatalogDeps & PurchaseDeps
