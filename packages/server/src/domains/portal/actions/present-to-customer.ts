import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { CustomerOrder, PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import { type CustomerRow, presentCustomer } from '../../customers/index.ts'
import { type OrderRow, showOrders } from '../../orders/index.ts'
import { showBought } from './bought-products.ts'
import type { PortalParts } from './parts.ts'

/** A customer as they see themselves, without what the seller keeps about them. */
export function presentToCustomer(row: CustomerRow): PortalCustomer {
  const { id, createdAt, modifiedAt, email, emailVerified, ...customer } = presentCustomer(row)
  const { name, billingAddress, taxId } = customer
  return {
    id,
    createdAt,
    modifiedAt,
    email,
    emailVerified,
    name,
    billingAddress,
    taxId,
    oauthAccounts: {},
  }
}

/** Orders of one customer, by as many statements however many they are. */
export async function showToCustomer(
  parts: PortalParts,
  rows: readonly OrderRow[],
): Promise<CustomerOrder[]> {
  const [first] = rows
  if (first === undefined) return []
  const { kysely: db } = parts.workshop.database
  const productIds = rows.map(({ productId }) => productId)
  const productOf = await showBought(db, parts, {
    organizationId: first.organizationId,
    productIds,
  })
  const orders = await showOrders(db, rows)
  return orders.map((order) => ({ ...ofCustomer(order), product: productOf(order.productId) }))
}

/** Without what the seller keeps about it, and what the customer knows of themselves. */
const ofCustomer = ({
  metadata: _metadata,
  customFieldData: _answers,
  customer: _customer,
  discount: _discount,
  ...order
}: Order): Omit<CustomerOrder, 'product'> => order
