import type { CheckoutParts } from '../domains/checkout/index.ts'
import { checkoutDueWork } from '../domains/checkout/jobs/due-checkouts.ts'
import { invoiceDueWork } from '../domains/orders/jobs/invoice-due-work.ts'
import type { OrganizationParts } from '../domains/organizations/index.ts'
import { clockRoutes } from '../domains/organizations/routes/clock.ts'
import { subscriptionDueWork } from '../domains/subscriptions/jobs/run-due.ts'
import { expiringCardDueWork } from '../domains/subscriptions/jobs/tell-expiring-cards.ts'
import type { DueWork } from '../platform/due-work.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'

/**
 * Who has what falls due, in the order in which it's done at one instant: what was bought begins
 * before anything is billed, and invoices are numbered for what was paid.
 */
const dueWork = (parts: CheckoutParts): readonly DueWork[] => [
  checkoutDueWork(parts),
  expiringCardDueWork(parts),
  subscriptionDueWork(parts),
  invoiceDueWork(parts),
]

export const clockEndpoints = (
  organizations: OrganizationParts,
  parts: CheckoutParts,
): readonly EndpointRoute[] =>
  clockRoutes({ ...organizations, log: parts.log, dueWork: dueWork(parts) })
