import { adjustBalance } from '../src/domains/orders/actions/adjust-balance.ts'
import {
  followChange,
  startChangeOnSession,
} from '../src/domains/subscriptions/actions/change-on-session.ts'
import { findAwaitingChangesOf } from '../src/domains/subscriptions/store/changes-awaiting-payment.ts'
import { type MinorUnits, minorUnits, negate } from '../src/kernel/money.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { newId } from '../src/platform/ids.ts'
import { runUnitOfWork, type UnitOfWork } from '../src/platform/unit-of-work.ts'
import type { Chance } from './chance.ts'
import { type Buyer, dollars, type Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

/** Customers who start a change, let time and credit pass, and confirm its payment at last. */
export const waitingChanges = (shop: Shop): WorldOperation[] => [
  { weight: 3, run: (chance) => startAndLeave(shop, chance) },
  { weight: 2, run: () => confirmAll(shop) },
  { weight: 2, run: (chance) => loseCreditMeanwhile(shop, chance) },
]

const runIn =
  ({ deps, organizationId }: Shop) =>
  <T>(task: (uow: UnitOfWork) => Promise<T>): Promise<T> =>
    runUnitOfWork(deps.uowFactory, { organizationId }, task)

async function startAndLeave(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const started = await start(shop, buyer, chance)
  const outcome = started === undefined ? 'refused' : started === null ? 'made' : 'left unpaid'
  return `${buyer.name} asks for another plan, which is ${outcome}`
}

/** Undefined where it is refused, null where it costs nothing now. */
async function start(shop: Shop, { subscriptions }: Buyer, chance: Chance) {
  if (subscriptions.length === 0) return undefined
  const { productId } = chance.pick(shop.offers)
  return startChangeOnSession(shop.deps, {
    key: { organizationId: shop.organizationId, id: chance.pick(subscriptions) },
    change: { productId, prorationBehavior: 'invoice', isByCustomer: true },
    run: runIn(shop),
    finish: async () => undefined,
    savePaymentId: async () => undefined,
  }).catch(refusal)
}

/** The credit that was to pay a part of the change is gone when its payment succeeds. */
async function loseCreditMeanwhile(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const amount = minorUnits(chance.whole(50, 2500))
  await adjust(shop, buyer, amount).catch(refusal)
  await start(shop, buyer, chance)
  await adjust(shop, buyer, negate(amount)).catch(refusal)
  return `${buyer.name} loses ${amount} of credit, then ${await confirmAll(shop)}`
}

const adjust = (shop: Shop, { customerId }: Buyer, amount: MinorUnits): Promise<unknown> =>
  runIn(shop)((uow) =>
    adjustBalance(
      uow,
      { organizationId: shop.organizationId, customerId, currency: dollars },
      { amount, reason: 'An apology', actor: { type: 'user', id: newId('user') } },
    ),
  )

/** Refusals are expected. */
function refusal(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

async function confirmAll(shop: Shop): Promise<string> {
  const { deps, organizationId, buyers } = shop
  const ids = buyers.flatMap(({ subscriptions }) => subscriptions)
  const { kysely } = deps.uowFactory.database
  const waiting = await findAwaitingChangesOf(kysely, { organizationId, ids })
  for (const { paymentId } of waiting) {
    await followChange(deps, { organizationId, paymentId }, runIn(shop)).catch(refusal)
  }
  return `${waiting.length} changes that waited are confirmed`
}
