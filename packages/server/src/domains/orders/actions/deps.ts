import type { Hooks } from '../../../platform/hooks.ts'
import type { fetchExternal } from '../../../platform/http-client/fetch-external.ts'
import type { Printer } from '../../../platform/pdf/printer.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import type { PaymentDeps } from '../../payments/actions/deps.ts'

/** The dependencies of orders and refunds, assembled in `app/`. */
export type OrderDeps = PaymentDeps

/** The dependencies of purchases, whose mail says what they gave. */
export type PurchaseDeps = Pick<OrderDeps, 'config' | 'keyring'> & Pick<Hooks, 'grantDescribers'>

/** The dependencies of disputes, which subscriptions follow. */
export type DisputeDeps = OrderDeps & Pick<Hooks, 'onDisputeChanged'>

/** The dependencies of invoices. */
export interface InvoiceDeps
  extends Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config' | 'keyring'> {
  readonly fetchExternal: typeof fetchExternal
  readonly printer: Printer
}
