import { adjustBalance } from '../src/domains/orders/actions/adjust-balance.ts'
import { releaseBalance, reserveBalance } from '../src/domains/orders/actions/checkout-balance.ts'
import { submitRefund } from '../src/domains/orders/actions/create-refund.ts'
import { payOutBalance } from '../src/domains/orders/actions/pay-out-balance.ts'
import { readShares } from '../src/domains/orders/actions/read-customer-balances.ts'
import { usableBy } from '../src/domains/orders/rules/balance-share.ts'
import { assert } from '../src/kernel/assert.ts'
import { type MinorUnits, minorUnits, negate } from '../src/kernel/money.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { newId } from '../src/platform/ids.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { buyOnce } from './one-time-purchase.ts'
import { type Buyer, dollars, type Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

/** Credit is given and taken back, paid out, and used by purchases that may come to nothing. */
export const balanceOperations = (shop: Shop): WorldOperation[] => [
  { weight: 1, run: (chance) => adjustSomething(shop, chance) },
  { weight: 1, run: (chance) => payOutSomething(shop, chance) },
  { weight: 1, run: (chance) => buyWithCredit(shop, chance) },
]

const seller = { type: 'user', id: newId('user') } as const

const keyOf = ({ organizationId }: Shop, { customerId }: Buyer) => ({
  organizationId,
  customerId,
  currency: dollars,
})

/** Refusals are expected. */
async function unlessRefused(act: () => Promise<string>, what: string): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `${what} is refused`
  }
}

function adjustSomething(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const size = minorUnits(chance.whole(1, 5000))
  const amount = chance.oneIn(3) ? negate(size) : size
  const adjust = async () => {
    const { organizationId } = shop
    await runUnitOfWork(shop.deps.uowFactory, { organizationId }, (uow) =>
      adjustBalance(uow, keyOf(shop, buyer), { amount, reason: 'An apology', actor: seller }),
    )
    return `the seller adjusts ${buyer.name}’s balance by ${amount}`
  }
  return unlessRefused(adjust, `an adjustment of ${buyer.name}’s balance by ${amount}`)
}

async function payOutSomething(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const usable = await usableOf(shop, buyer)
  const amount = minorUnits(chance.oneIn(2) ? Math.max(1, usable) : chance.whole(1, 4000))
  const what = `a payout of ${amount} to ${buyer.name}`
  if (!chance.oneIn(3)) return unlessRefused(() => payOut(shop, shop.deps, { buyer, amount }), what)
  const at = chance.whole(1, 25)
  await crashing(shop, at, (deps) =>
    unlessRefused(() => payOut(shop, deps, { buyer, amount }), what),
  )
  return `${what} crashes at statement ${at} at the latest`
}

interface DrawnPayout {
  readonly buyer: Buyer
  readonly amount: MinorUnits
}

async function payOut(shop: Shop, deps: TestDeps, { buyer, amount }: DrawnPayout): Promise<string> {
  const { organizationId } = shop
  const refundIds = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    payOutBalance(uow, keyOf(shop, buyer), { amount, actor: seller }),
  )
  for (const id of refundIds) await submitRefund(deps, { organizationId, id })
  return `the seller pays ${amount} of ${buyer.name}’s balance out`
}

/** What checkouts do: reserve, and later buy or give back. Some are never heard of again. */
async function buyWithCredit(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const usable = await usableOf(shop, buyer)
  if (usable <= 0) return `${buyer.name} has no credit`
  const amount = minorUnits(chance.whole(1, usable))
  const end = chance.pick(['buys with', 'gives back', 'forgets'] as const)
  const reservation = {
    ...keyOf(shop, buyer),
    checkoutId: newId('checkout'),
    orderId: newId('order'),
    amount,
  }
  const inShop = { organizationId: shop.organizationId }
  const { uowFactory } = shop.deps
  const isReserved = await runUnitOfWork(uowFactory, inShop, (uow) =>
    reserveBalance(uow, reservation),
  )
  assert(isReserved, 'nobody else uses it in the meantime')
  if (end === 'gives back') {
    await runUnitOfWork(uowFactory, inShop, (uow) => releaseBalance(uow, reservation))
  }
  if (end === 'buys with') {
    const { productId } = chance.pick(shop.offers)
    const { orderId, customerId } = reservation
    await buyOnce(shop, { customerId, productId, orderId, amount })
  }
  return `${buyer.name} ${end} ${amount} of credit`
}

async function usableOf(shop: Shop, buyer: Buyer): Promise<number> {
  const { kysely } = shop.environment.database
  const shares = await readShares(kysely, shop.organizationId, [buyer.customerId])
  return usableBy(shares, { ...keyOf(shop, buyer), subscriptionId: null })
}
