import type { CustomerDeps } from '../../customers/actions/deps.ts'
import type { PurchaseDeps } from '../../orders/actions/deps.ts'
import type { PaymentDeps } from '../../payments/actions/deps.ts'
import type { SubscriptionDeps } from '../../subscriptions/actions/deps.ts'
import type { TaxDeps } from '../../tax/actions/deps.ts'

export type CheckoutDeps = PaymentDeps & CustomerDeps & TaxDeps & SubscriptionDeps & PurchaseDeps
