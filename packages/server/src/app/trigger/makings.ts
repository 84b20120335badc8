import type { tellableEventTypes } from '@guildhall/contract/webhooks/events'
import { updateBenefit } from '../../domains/benefits/index.ts'
import { updateProduct } from '../../domains/catalog/index.ts'
import { deleteCustomer, updateCustomer } from '../../domains/customers/index.ts'
import { updateOrder } from '../../domains/orders/index.ts'
import { changeSeller, findOrganization } from '../../domains/organizations/index.ts'
import { withSlowRefunds } from '../../domains/payments/index.ts'
import { assert } from '../../kernel/assert.ts'
import { beginCheckout, buy, change, fillCheckout, refund, subscribe } from './purchases.ts'
import { inWork, makeBenefit, makeCustomer, makeProduct, type Stage } from './stage.ts'

/** Makes what the event is about, and answers its id. */
type Making = (stage: Stage) => Promise<string>

const changed = 'Changed (triggered)'

/** How each event comes about, as it would without anybody who triggers it. */
export const makings: Readonly<Record<(typeof tellableEventTypes)[number], Making>> = {
  'checkout.created': (stage) => beginCheckout(stage),
  'checkout.updated': async (stage) => {
    const id = await beginCheckout(stage)
    await fillCheckout(stage, id)
    return id
  },
  'customer.created': async (stage) => (await makeCustomer(stage)).id,
  'customer.updated': async (stage) => {
    const customer = await makeCustomer(stage)
    await inWork(stage, (unit) => updateCustomer(unit, customer, { name: changed }))
    return customer.id
  },
  'customer.deleted': async (stage) => {
    const customer = await makeCustomer(stage)
    await inWork(stage, (unit) => deleteCustomer(unit, customer))
    return customer.id
  },
  // It follows on whatever happens to a customer.
  'customer.state_changed': async (stage) => (await makeCustomer(stage)).id,
  'order.created': boughtOnce,
  'order.updated': async (stage) => {
    const { orderId } = await buy(stage, 'once')
    const key = { organizationId: stage.organizationId, id: orderId }
    await inWork(stage, (unit) => updateOrder(unit, key, { billingName: changed }))
    return orderId
  },
  'order.paid': boughtOnce,
  'order.refunded': async (stage) => {
    const { orderId } = await buy(stage, 'once')
    await refund(stage, orderId)
    return orderId
  },
  'subscription.created': subscribe,
  'subscription.updated': subscribe,
  'subscription.active': subscribe,
  'subscription.canceled': canceled,
  'subscription.uncanceled': async (stage) => {
    const id = await canceled(stage)
    await change(stage, id, { cancelAtPeriodEnd: false })
    return id
  },
  'subscription.revoked': async (stage) => {
    const id = await subscribe(stage)
    await change(stage, id, { revoke: true })
    return id
  },
  'refund.created': async (stage) => refund(stage, (await buy(stage, 'once')).orderId),
  'refund.updated': async (stage) => {
    const { orderId } = await buy(stage, 'once')
    return refund(stage, orderId, withSlowRefunds(stage.parts))
  },
  'product.created': (stage) => makeProduct(stage, 'once'),
  'product.updated': async (stage) => {
    const { parts, organizationId } = stage
    const id = await makeProduct(stage, 'once')
    const renaming = { key: { organizationId, id }, wish: { name: changed } }
    await inWork(stage, (unit) => updateProduct(unit, parts, renaming))
    return id
  },
  'benefit.created': makeBenefit,
  'benefit.updated': async (stage) => {
    const { parts, organizationId } = stage
    const id = await makeBenefit(stage)
    const changing = {
      wish: { type: 'custom' as const, description: changed },
      elsewhere: null,
    }
    await inWork(stage, (unit) => updateBenefit(unit, parts, { organizationId, id }, changing))
    return id
  },
  'organization.updated': savedAgain,
}

async function boughtOnce(stage: Stage): Promise<string> {
  return (await buy(stage, 'once')).orderId
}

async function canceled(stage: Stage) {
  const id = await subscribe(stage)
  await change(stage, id, { cancelAtPeriodEnd: true })
  return id
}

/** There is one only, and it’s the seller’s own: it is saved as it is. */
async function savedAgain(stage: Stage): Promise<string> {
  const { parts, seller, organizationId: id } = stage
  await inWork(stage, async (unit) => {
    const organization = await findOrganization(unit.tx, id)
    assert(organization !== undefined, 'who calls is somebody')
    return changeSeller(unit, parts, seller, { id, name: organization.name })
  })
  return id
}
