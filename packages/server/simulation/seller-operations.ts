import { orderClosings } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { createRefund, submitRefund } from '../src/domains/orders/actions/create-refund.ts'
import { recordDispute } from '../src/domains/orders/actions/record-dispute.ts'
import { closeOrder } from '../src/domains/orders/actions/stop-collecting.ts'
import { runDueJob } from '../src/domains/subscriptions/jobs/run-due.ts'
import { createRegistration } from '../src/domains/tax/actions/create-registration.ts'
import { deleteRegistration } from '../src/domains/tax/actions/delete-registration.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import { disputeReport, withFollowers } from '../test/disputes.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { runTask } from './events-and-jobs.ts'
import { reportFees } from './reported-fees.ts'
import { depsOf, type Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

/** A careless seller: refunds at random, registers for tax late and leaves it, and loses disputes. */
export const sellerOperations = (shop: Shop): WorldOperation[] => [
  { weight: 3, run: (chance) => refundSomething(shop, chance) },
  { weight: 1, run: (chance) => refundAndCrash(shop, chance) },
  { weight: 1, run: (chance) => disputeSomething(shop, chance) },
  { weight: 2, run: (chance) => changeRegistrations(shop, chance) },
  { weight: 2, run: (chance) => closeSomething(shop, chance) },
  { weight: 1, run: (chance) => closeDuringCollection(shop, chance) },
  { weight: 3, run: (chance) => reportFees(shop, chance) },
]

interface PaidOrder {
  readonly id: Id<'order'>
  readonly paymentId: Id<'payment'>
  readonly netAmount: number
  /** What is left of its payment. */
  readonly chargedAmount: number
}

async function paidOrders({ environment, organizationId }: Shop): Promise<PaidOrder[]> {
  const { rows } = await environment.database.pool.query(
    `select o.id, p.id as "paymentId", o.net_amount::int as "netAmount",
            (p.amount - coalesce((select sum(r.amount + r.tax_amount + r.owed_amount) from refund r
                                   where r.organization_id = o.organization_id
                                     and r.order_id = o.id
                                     and r.status in ('pending', 'succeeded')), 0))::int
              as "chargedAmount"
       from orders o join payment p on p.organization_id = o.organization_id and p.order_id = o.id
      where o.organization_id = $1 and o.paid_at is not null and p.status = 'succeeded'
      order by o.id`,
    [organizationId],
  )
  return rows
}

async function refundSomething(shop: Shop, chance: Chance): Promise<string> {
  const orders = await paidOrders(shop)
  if (orders.length === 0) return 'there is nothing to refund'
  return refund(shop, shop.deps, drawRefund(orders, chance))
}

async function refundAndCrash(shop: Shop, chance: Chance): Promise<string> {
  const orders = await paidOrders(shop)
  if (orders.length === 0) return 'there is nothing to refund'
  const drawn = drawRefund(orders, chance)
  const at = chance.whole(1, 20)
  await crashing(shop, at, (deps) => refund(shop, deps, drawn))
  return `a refund of ${drawn.amount} crashes at statement ${at} at the latest`
}

interface DrawnRefund {
  readonly id: Id<'order'>
  readonly amount: number
}

function drawRefund(orders: readonly PaidOrder[], chance: Chance): DrawnRefund {
  const { id, netAmount } = chance.pick(orders)
  return { id, amount: chance.oneIn(2) ? netAmount : chance.whole(1, Math.max(1, netAmount)) }
}

/** Refusals are expected. */
async function refund(
  { organizationId }: Shop,
  deps: TestDeps,
  { id, amount }: DrawnRefund,
): Promise<string> {
  try {
    const refundId = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      createRefund(
        uow,
        { organizationId, id },
        { amount: minorUnits(amount), reason: 'customer_request', revokeBenefits: false },
      ),
    )
    await submitRefund(deps, { organizationId, id: refundId })
    return `the seller refunds ${amount}`
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `a refund of ${amount} is refused`
  }
}

const disputeStatuses = ['warning', 'needs_response', 'under_review', 'won', 'lost'] as const

/** A dispute is of a whole payment, and its reports come in any order and again. */
async function disputeSomething(shop: Shop, chance: Chance): Promise<string> {
  const { deps, organizationId } = shop
  const orders = await paidOrders(shop)
  if (orders.length === 0) return 'there is nothing to dispute'
  const { id: orderId, paymentId, chargedAmount } = chance.pick(orders)
  const picked = chance.pick(disputeStatuses)
  const isWarning = picked === 'warning'
  const status = isWarning ? 'warning_needs_response' : picked
  if (chargedAmount <= 0) return 'what was refunded can’t be disputed'
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    recordDispute(
      uow,
      withFollowers(deps),
      disputeReport({
        organizationId,
        orderId,
        paymentId,
        status,
        amount: chargedAmount,
        ...(isWarning && { isWarning, processorId: `issfr_${paymentId}` }),
      }),
    ),
  )
  return `a dispute of ${chargedAmount} is reported as ${status}`
}

/** An order that is not paid, whether or not it is still collected. */
async function drawUnpaid(
  { environment, organizationId }: Shop,
  chance: Chance,
): Promise<Id<'order'> | null> {
  const { rows } = await environment.database.pool.query<{ id: Id<'order'> }>(
    `select id from orders where organization_id = $1 and status = 'pending' order by id`,
    [organizationId],
  )
  return rows.length === 0 ? null : chance.pick(rows).id
}

/** Refusals are expected. */
async function closeSomething(shop: Shop, chance: Chance): Promise<string> {
  const id = await drawUnpaid(shop, chance)
  if (id === null) return 'there is no unpaid order to close'
  const as = chance.pick(orderClosings)
  const { deps, organizationId } = shop
  try {
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      closeOrder(uow, { organizationId, id }, { as }),
    )
    return `the seller closes an order as ${as}`
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `closing an order as ${as} is refused`
  }
}

async function closeDuringCollection(shop: Shop, chance: Chance): Promise<string> {
  const [line] = await Promise.all([
    closeSomething(shop, chance),
    runTask(depsOf(shop, shop.tamper), runDueJob.name),
  ])
  return `${line}, while the scheduler runs`
}

const places = [
  { country: 'HU', state: null },
  { country: 'DE', state: null },
  { country: 'US', state: 'US-CA' },
] as const

async function changeRegistrations(shop: Shop, chance: Chance): Promise<string> {
  const { deps, organizationId } = shop
  const { country, state } = chance.pick(places)
  const found = await deps.uowFactory.database.kysely
    .selectFrom('taxRegistration')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('country', '=', country)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    if (found === undefined) await createRegistration(uow, { organizationId, country, state })
    else await deleteRegistration(uow, found)
  })
  return `the seller ${found === undefined ? 'registers' : 'is no longer registered'} in ${country}`
}
