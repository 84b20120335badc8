import type { Id } from '@guildhall/contract/primitives'
import { currency } from '@guildhall/contract/primitives'
import type { PaymentParts } from '../../src/domains/payments/index.ts'
import { minorUnits } from '../../src/kernel/money.ts'
import { newId } from '../../src/platform/ids.ts'
import { testPaymentParts } from '../../test/payments.ts'
import type { Chance } from '../chance.ts'
import { freshClock, type Ground } from '../ground.ts'
import type { Tamper, Tampering } from './tampering.ts'
import { openTampering } from './tampering.ts'

export const dollars = currency.parse('usd')

/** What can be bought, and what each costs. */
const goods = [
  { name: 'Basic', interval: 'month', amount: 3001 },
  { name: 'Nothing', interval: 'month', amount: null },
  { name: 'Plus', interval: 'month', amount: 9999 },
  { name: 'Yearly', interval: 'year', amount: 30_000 },
] as const

export interface Good {
  readonly name: string
  /** Null: it is free. */
  readonly amount: number | null
  readonly productId: Id<'product'>
}

export interface Member {
  readonly name: string
  readonly customerId: Id<'customer'>
  readonly subscriptions: Id<'subscription'>[]
  hasCard: boolean
}

/** What all shops stand on. */
export interface BillingGround extends Ground {
  readonly tampering: Tampering
}

export function openBillingGround(ground: Ground): BillingGround {
  const tampering = openTampering(ground.database)
  const database = tampering((text) => text)
  return { ...ground, database, workshop: { ...ground.workshop, database }, tampering }
}

/** The same at a time of its own. */
export const atItsOwnTime = (ground: BillingGround): BillingGround => ({
  ...freshClock(ground),
  tampering: ground.tampering,
})

/** A seller, its customers, and what has reached them of the news. */
export interface Shop {
  readonly ground: BillingGround
  readonly organizationId: Id<'organization'>
  readonly goods: readonly Good[]
  readonly discountIds: readonly Id<'discount'>[]
  readonly members: readonly Member[]
  readonly tamper: Tamper
  readonly parts: PaymentParts
  /** Jobs that are on record and haven’t been done. */
  readonly jobs: KnownJob[]
}

export interface KnownJob {
  readonly task: string
  readonly payload: unknown
}

export async function openShop(
  ground: BillingGround,
  chance: Chance,
  tamper: Tamper,
): Promise<Shop> {
  const { database, clock } = ground
  const organizationId = newId('organization')
  const createdAt = clock.now()
  const finalAction = chance.pick(['cancel', 'cancel', 'keep', 'unpaid'])
  const graceDays = chance.pick([0, 7, 30])
  await database.kysely
    .insertInto('organization')
    .values({
      id: organizationId,
      name: 'Acme',
      slug: `s-${organizationId}`,
      createdAt,
      dunningFinalAction: finalAction,
      dunningGraceDays: graceDays,
    })
    .execute()
  const shop = {
    ground,
    organizationId,
    goods: goods.map(({ name, amount }) => ({ name, amount, productId: newId('product') })),
    discountIds: [newId('discount'), newId('discount')],
    members: ['Ada', 'Ben']
      .slice(0, chance.whole(1, 2))
      .map((name) => ({ name, customerId: newId('customer'), subscriptions: [], hasCard: false })),
    tamper,
    parts: partsOf({ ground }, tamper),
    jobs: [],
  }
  await stock(shop, createdAt)
  return shop
}

/** A process of the server that is as the tampering leaves it. */
export const partsOf = (
  { ground: { tampering, clock } }: Pick<Shop, 'ground'>,
  tamper: Tamper,
): PaymentParts => testPaymentParts(tampering(tamper), { clock, manners: { callsAfterAnswer: 1 } })

async function stock(shop: Shop, createdAt: Date): Promise<void> {
  const { organizationId, members } = shop
  const { kysely } = shop.ground.database
  const own = { organizationId, createdAt }
  await kysely
    .insertInto('product')
    .values(
      goods.map(({ name, interval, amount }, at) => ({
        ...own,
        id: shop.goods[at]?.productId ?? newId('product'),
        name,
        recurringInterval: interval,
        leadingAmountType: amount === null ? 'free' : 'fixed',
        leadingAmount: minorUnits(amount ?? 0),
      })),
    )
    .execute()
  await kysely
    .insertInto('productPrice')
    .values(
      goods.map(({ amount }, at) => ({
        ...own,
        id: newId('productPrice'),
        productId: shop.goods[at]?.productId ?? newId('product'),
        position: 0,
        amountType: amount === null ? 'free' : 'fixed',
        priceCurrency: amount === null ? null : dollars,
        priceAmount: amount === null ? null : minorUnits(amount),
      })),
    )
    .execute()
  await kysely
    .insertInto('discount')
    .values([
      { ...own, ...share(shop.discountIds[0]), duration: 'forever' },
      { ...own, ...amountOff(shop.discountIds[1]), duration: 'repeating', durationInMonths: 3 },
    ])
    .execute()
  await kysely
    .insertInto('customer')
    .values(members.map(({ customerId: id }) => ({ ...own, id, email: `${id}@buyer.test` })))
    .execute()
}

const share = (id = newId('discount')) =>
  ({ id, name: 'Third', type: 'percentage', basisPoints: 3333 }) as const

const amountOff = (id = newId('discount')) =>
  ({ id, name: 'Five', type: 'fixed', amount: minorUnits(500), currency: dollars }) as const
