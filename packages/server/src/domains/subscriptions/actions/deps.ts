import type { Hooks } from '../../../platform/hooks.ts'
import type { CatalogDeps } from '../../catalog/actions/deps.ts'
import type { OrderDeps, PurchaseDeps } from '../../orders/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export interface SubscriptionDeps extends OrderDeps, CatalogDeps {
  readonly onMeteredPeriodsChanged: Hooks['onMeteredPeriodsChanged']
  readonly onUsageSettled: Hooks['onUsageSettled']
}

/** Of mails to customers, which say what they have got. */
export type NoticeDeps = SubscriptionDeps & PurchaseDeps
