import type { CustomerDeps } from '../../customers/index.ts'
import type { PurchaseDeps } from '../../orders/index.ts'
import type { PaymentDeps } from '../../payments/index.ts'
import type { SubscriptionDeps } from '../../subscriptions/index.ts'
import type { TaxDeps } from '../../tax/index.ts'

export type CheckoutDeps = PaymentDeps & CustomerDeps & TaxDeps & SubscriptionDeps & PurchaseDeps
