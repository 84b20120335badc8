import { followChange, startChangeOnSession } from '../src/domains/subscriptions/index.ts'
import { findAwaitingChangesOf } from '../src/domains/subscriptions/store/changes-awaiting-payment.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../src/platform/unit-of-work.ts'
import type { Chance } from './chance.ts'
import type { Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

/** Customers who start a change, let time and credit pass, and confirm its payment at last. */
export const waitingChanges = (shop: Shop): WorldOperation[] => [
  { weight: 5, run: (chance) => startAndLeave(shop, chance) },
  { weight: 5, run: () => confirmAll(shop) },
]

const runIn =
  ({ deps, organizationId }: Shop) =>
  <T>(task: (uow: UnitOfWork) => Promise<T>): Promise<T> =>
    runUnitOfWork(deps.uowFactory, { organizationId }, task)

async function startAndLeave(shop: Shop, chance: Chance): Promise<string> {
  const { name, subscriptions } = chance.pick(shop.buyers)
  if (subscriptions.length === 0) return `${name} has no subscription to change`
  const id = chance.pick(subscriptions)
  const { name: plan, productId } = chance.pick(shop.offers)
  const started = await startChangeOnSession(shop.deps, {
    key: { organizationId: shop.organizationId, id },
    change: { productId, prorationBehavior: 'invoice', isByCustomer: true },
    run: runIn(shop),
    finish: async () => undefined,
    savePaymentId: async () => undefined,
  }).catch(refusal)
  const outcome = started === undefined ? 'refused' : started === null ? 'made' : 'left unpaid'
  return `${name} asks for ${plan}, which is ${outcome}`
}

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
