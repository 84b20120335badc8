import type { Id } from '@guildhall/contract/primitives'
import { findCustomersByIds } from '../src/domains/customers/store/customers.ts'
import { buyDueCredits } from '../src/domains/topups/actions/buy-due-credits.ts'
import { requireCreditProduct } from '../src/domains/topups/actions/credit-products.ts'
import { quoteCredits } from '../src/domains/topups/actions/quote.ts'
import { turnOnTopUp } from '../src/domains/topups/actions/turn-on-top-up.ts'
import { openIngestion } from '../src/domains/usage/actions/ingest-events.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { packName, packUnits } from './credit-stock.ts'
import type { Buyer, Shop } from './shop.ts'
import { unanswered } from './unanswered.ts'

/**
 * A customer lets credits be bought, uses pages, and two processes see the low balance at once; one
 * may crash, and the processor may not answer.
 */
export async function topUp(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const size = chance.whole(1, 150)
  await usePages(shop, buyer, { size, batch: chance.whole(0, 1e9) })
  if (!buyer.hasCard) return `${buyer.name} uses ${size} pages`
  const threshold = chance.pick([0, 50, 250])
  if (chance.oneIn(2)) await agree(shop, buyer, { threshold, purchasesMax: chance.whole(1, 3) })
  if (chance.oneIn(5)) await raisePrice(shop)
  const before = await stateOf(shop, buyer)
  const crashesAt = chance.oneIn(3) ? chance.whole(1, 60) : null
  const isAnswered = !chance.oneIn(4)
  const areCharged = chance.oneIn(2)
  const deps = isAnswered ? shop.deps : withoutAnswer(shop.deps, areCharged)
  if (crashesAt !== null)
    await crashing(shop, crashesAt, (own) => buyDueCredits(topUpDeps(own), [shop.organizationId]))
  for (let sweeps = chance.whole(1, 3); sweeps > 0; sweeps -= 1) {
    await Promise.all([
      buyDueCredits(topUpDeps(deps), [shop.organizationId]),
      buyDueCredits(topUpDeps(deps), [shop.organizationId]),
    ])
  }
  requireNoMore(before, await stateOf(shop, buyer))
  return `${buyer.name} uses ${size} pages, and credits are bought if few are left`
}

const topUpDeps = (deps: TestDeps) => ({ ...deps, grantDescribers: [] })

/** Submitted one by one. */
function withoutAnswer(deps: TestDeps, areCharged: boolean): TestDeps {
  const { processors } = unanswered(deps, areCharged)
  const { sandbox } = deps.processors
  return {
    ...deps,
    processors: {
      ...processors,
      sandbox: {
        ...processors.sandbox,
        charge: async (charge) => {
          if (areCharged) await sandbox.charge(charge)
          return { unavailable: 'it does not answer' }
        },
      },
    },
  }
}

interface Pages {
  readonly size: number
  readonly batch: number
}

async function usePages(
  { deps, organizationId }: Shop,
  { customerId }: Buyer,
  { size, batch }: Pages,
): Promise<void> {
  const event = { name: 'page', customerId, externalId: `pages-${batch}`, metadata: { size } }
  await openIngestion(deps)({ organizationId, events: [event] })
}

interface Terms {
  readonly threshold: number
  readonly purchasesMax: number
}

async function agree(shop: Shop, { customerId }: Buyer, terms: Terms): Promise<void> {
  const { deps: own, organizationId, environment } = shop
  const deps = topUpDeps(own)
  const { kysely } = environment.database
  const { id: productId } = await kysely
    .selectFrom('product')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('name', '=', packName)
    .executeTakeFirstOrThrow()
  const of = { organizationId, customerId }
  const meterId = await pagesOf(shop)
  const product = await requireCreditProduct(deps, of, { productId, meterId, loc: [] })
  const [customer] = await findCustomersByIds(kysely, organizationId, [customerId])
  if (customer === undefined) throw new Error('the buyer is a customer')
  const quote = await quoteCredits(deps, customer, product)
  // Who moved to nowhere can't be taxed, so agrees to nothing.
  if (quote === null) return
  const input = { meterId, productId, ...terms, totalAmountMax: quote.totalAmount }
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    turnOnTopUp(uow, { input, quote }),
  )
}

/** Above what customers agreed to. */
const raisePrice = async ({ organizationId, environment }: Shop): Promise<void> =>
  void (await environment.database.pool.query(
    `update product_price set price_amount = price_amount + 100
      where organization_id = $1
        and product_id in (select id from product where organization_id = $1 and name = $2)`,
    [organizationId, packName],
  ))

async function pagesOf({ organizationId, environment }: Shop): Promise<Id<'meter'>> {
  const { id } = await environment.database.kysely
    .selectFrom('meter')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('name', '=', 'Pages')
    .executeTakeFirstOrThrow()
  return id
}

interface State {
  readonly balance: number
  readonly threshold: number
  readonly purchases: number
}

/** As it is, whatever statements are tampered with. */
async function stateOf(shop: Shop, { customerId }: Buyer): Promise<State> {
  const { rows } = await shop.environment.database.pool.query<Record<keyof State, string>>(
    `select coalesce((select balance from customer_meter_quantity b
                       where b.organization_id = $1 and b.customer_id = $2 and b.meter_id = $3), 0) as balance,
            coalesce((select threshold from top_up t
                       where t.organization_id = $1 and t.customer_id = $2 and t.meter_id = $3), 0) as threshold,
            (select count(*) from credit_purchase p
              where p.organization_id = $1 and p.customer_id = $2 and p.status <> 'failed') as purchases`,
    [shop.organizationId, customerId, await pagesOf(shop)],
  )
  const [found] = rows
  return {
    balance: Number(found?.balance),
    threshold: Number(found?.threshold),
    purchases: Number(found?.purchases),
  }
}

/** Never two purchases where one lifts the balance. */
function requireNoMore(before: State, after: State): void {
  const missing = Math.max(0, before.threshold - before.balance)
  const needed = Math.ceil(missing / packUnits)
  const made = after.purchases - before.purchases
  if (made > needed) {
    throw new Error(`${made} packs were bought where ${missing} were missing`)
  }
}
