import type { BodyOf } from '@guildhall/contract/operation'
import { Order } from '@guildhall/contract/orders/order-shapes'
import type { updateOrder as contract } from '@guildhall/contract/orders/orders'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  lockOrder,
  type OrderChanges,
  type OrderKey,
  type OrderRow,
  saveOrder,
} from '../store/orders.ts'
import { orderEvents } from './order-events.ts'
import { reissueInvoice } from './reissue-invoice.ts'
import { showOrder } from './show-orders.ts'

type OrderUpdate = BodyOf<typeof contract>

/** Absent fields are kept and null clears. Without a change there is no event. */
export async function updateOrder(
  uow: UnitOfWork,
  key: OrderKey,
  update: OrderUpdate,
): Promise<Order> {
  const { tx, now } = uow
  const order = await lockOrder(tx, key)
  assert(order !== undefined, 'orders are never deleted')
  const changes = changesOf(order, update)
  if (Object.keys(changes).length === 0) return showOrder(tx, order)
  await reissueInvoice(uow, order)
  const saved = await saveOrder(tx, order, changes, now)
  assert(saved !== undefined, 'a locked order doesn’t change')
  const shown = await showOrder(tx, saved)
  uow.record(...orderEvents(['order.updated'], saved, shown))
  return shown
}

function changesOf(order: OrderRow, { billingName, billingAddress }: OrderUpdate): OrderChanges {
  const known = z.parse(Order.shape.billingAddress, order.billingAddress)
  return {
    ...(billingName !== undefined && billingName !== order.billingName && { billingName }),
    ...(billingAddress !== undefined &&
      !isSame(billingAddress, known) && {
        billingAddress: billingAddress === null ? null : jsonText(billingAddress),
      }),
  }
}
