import type { Id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import type { CustomerKey } from './grants.ts'

/** A customer, or a buyer who sees a single purchase. */
export interface Viewer extends CustomerKey {
  /** Limits it to the order of this checkout and the subscription that it started. */
  readonly checkoutId: Id<'checkout'> | null
}

/** Whether a grant is of the order of this checkout, or of the subscription that it started. */
export const isOfPurchase = (checkoutId: Id<'checkout'>) => sql<boolean>`
  (exists (select from placed_order o
            where o.organization_id = benefit_grant.organization_id
              and o.id = benefit_grant.order_id and o.checkout_id = ${checkoutId})
   or exists (select from subscription_shown s
               where s.organization_id = benefit_grant.organization_id
                 and s.id = benefit_grant.subscription_id and s.checkout_id = ${checkoutId}))`
