import type { BodyOf } from '@guildhall/contract/endpoint'
import { Order } from '@guildhall/contract/orders/order-shapes'
import type { updateOrder as contract } from '@guildhall/contract/orders/orders'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { isSame } from '../../../kernel/sameness.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import {
  lockOrder,
  type OrderChanges,
  type OrderKey,
  type OrderRow,
  saveOrder,
} from '../store/orders.ts'
import { reissueInvoice } from './invoice-reissue.ts'
import { orderEvent, showOrder } from './present-order.ts'

type Wish = BodyOf<typeof contract>

/** Absent keeps, null clears; what changes nothing is no change, and no news. */
export async function updateOrder(work: Work, key: OrderKey, wish: Wish): Promise<Order> {
  const { tx, now } = work
  const order = await lockOrder(tx, key)
  assert(order !== undefined, 'an order stays')
  const changes = changesOf(order, wish)
  if (Object.keys(changes).length === 0) return showOrder(tx, order)
  await reissueInvoice(work, order)
  const saved = await saveOrder(tx, order, changes, now)
  assert(saved !== undefined, 'what is locked stays as it was read')
  const shown = await showOrder(tx, saved)
  work.record(orderEvent('updated', saved, shown))
  return shown
}

function changesOf(order: OrderRow, { billingName, billingAddress }: Wish): OrderChanges {
  const known = z.parse(Order.shape.billingAddress, order.billingAddress)
  return {
    ...(billingName !== undefined && billingName !== order.billingName && { billingName }),
    ...(billingAddress !== undefined &&
      !isSame(billingAddress, known) && {
        billingAddress: billingAddress === null ? null : jsonText(billingAddress),
      }),
  }
}
