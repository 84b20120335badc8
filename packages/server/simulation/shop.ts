import type { Id } from '@guildhall/contract/primitives'
import { currency } from '@guildhall/contract/primitives'
import { decimal } from '../src/kernel/decimal.ts'
import type { MeteredPrice, PriceTier } from '../src/kernel/metered-price.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { columnsOfPrice } from '../src/kernel/stored-price.ts'
import { jsonText } from '../src/platform/database/json.ts'
import { newId } from '../src/platform/ids.ts'
import { type TestDeps, testPaymentDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { stockCredits } from './credit-stock.ts'
import { type Environment, freshClock } from './environment.ts'
import { inPlace } from './moving-customers.ts'
import type { Tamper, Tampering } from './tampering.ts'
import { openTampering } from './tampering.ts'

export const dollars = currency.parse('usd')

const nothing = decimal(0)

const perUnit = (unitAmount: string, cap: number | null = null): MeteredPrice => ({
  pricing: { scheme: 'unit', unitAmount: decimal(unitAmount) },
  includedUnits: nothing,
  minimumAmount: null,
  capAmount: cap === null ? null : minorUnits(cap),
})

const tier = (upTo: string | null, unitAmount: string, flatAmount = '0'): PriceTier => ({
  upTo: upTo === null ? null : decimal(upTo),
  unitAmount: decimal(unitAmount),
  flatAmount: decimal(flatAmount),
})

const tiered: MeteredPrice = {
  pricing: {
    scheme: 'graduated',
    tiers: [tier('4', '1.3', '7'), tier('9', '3'), tier(null, '0.7', '5')],
  },
  includedUnits: decimal(2),
  minimumAmount: null,
  capAmount: null,
}

const byVolume: MeteredPrice = {
  pricing: {
    scheme: 'volume',
    tiers: [tier('40', '0.5'), tier('80', '0.3', '2'), tier(null, '0.9')],
  },
  includedUnits: nothing,
  minimumAmount: minorUnits(11),
  capAmount: minorUnits(60),
}

const packages: MeteredPrice = {
  pricing: { scheme: 'package', packageUnits: decimal('2.5'), packageAmount: decimal(4) },
  includedUnits: decimal(30),
  minimumAmount: minorUnits(900),
  capAmount: null,
}

const plans = [
  {
    name: 'Basic',
    interval: 'month',
    amount: 3001,
    metered: { Calls: tiered, Peak: perUnit('2'), Sizes: perUnit('3.5') },
    threshold: 30,
  },
  { name: 'Nothing', interval: 'month', amount: null, metered: {}, threshold: null },
  {
    name: 'Plus',
    interval: 'month',
    amount: 9999,
    metered: { Calls: perUnit('0.7', 9), Peak: byVolume },
    threshold: 9,
  },
  {
    name: 'Yearly',
    interval: 'year',
    amount: 30_000,
    metered: { Calls: packages },
    threshold: null,
  },
] as const satisfies readonly Plan[]

interface Plan {
  readonly name: string
  readonly interval: 'month' | 'year'
  /** Null for a free product. */
  readonly amount: number | null
  readonly metered: Readonly<Partial<Record<MeterName, MeteredPrice>>>
  /** At which usage is billed early; null for never. */
  readonly threshold: number | null
}

type MeterName = 'Calls' | 'Peak' | 'Sizes'

/** What a meter counts of the events `call`. */
const meters = [
  { name: 'Calls', aggregationFunc: 'count', aggregationProperty: null },
  { name: 'Peak', aggregationFunc: 'max', aggregationProperty: 'size' },
  { name: 'Sizes', aggregationFunc: 'unique', aggregationProperty: 'size' },
] as const

export interface Offer {
  readonly name: string
  /** Null for a free product. */
  readonly amount: number | null
  readonly productId: Id<'product'>
}

export interface Buyer {
  readonly name: string
  readonly customerId: Id<'customer'>
  readonly subscriptions: Id<'subscription'>[]
  hasCard: boolean
}

/** What all shops share. */
export interface BillingEnvironment extends Environment {
  readonly tampering: Tampering
}

export function openBillingEnvironment(environment: Environment): BillingEnvironment {
  const tampering = openTampering(environment.database)
  const database = tampering((text) => text)
  return {
    ...environment,
    database,
    uowFactory: { ...environment.uowFactory, database },
    tampering,
  }
}

export const withOwnClock = (environment: BillingEnvironment): BillingEnvironment => ({
  ...freshClock(environment),
  tampering: environment.tampering,
})

/** A seller, its customers, and the jobs that its events led to. */
export interface Shop {
  readonly environment: BillingEnvironment
  readonly organizationId: Id<'organization'>
  readonly offers: readonly Offer[]
  /** What the seller gives for several periods. */
  readonly discountIds: readonly Id<'discount'>[]
  /** Only for purchases: nearly all of the first period. */
  readonly firstMonthId: Id<'discount'>
  readonly buyers: readonly Buyer[]
  readonly tamper: Tamper
  readonly deps: TestDeps
  readonly jobs: WaitingJob[]
}

export interface WaitingJob {
  readonly task: string
  readonly payload: unknown
}

/** What the plans give, besides what they cost. */
const benefits = [
  { description: 'Support', of: ['Basic', 'Nothing', 'Plus', 'Yearly'] },
  { description: 'Early access', of: ['Plus', 'Yearly'] },
  { description: 'A card every month', of: ['Basic'] },
  { description: 'A license key', of: ['Basic', 'Plus'], isKey: true },
] as const

export async function openShop(
  environment: BillingEnvironment,
  chance: Chance,
  tamper: Tamper,
): Promise<Shop> {
  const { database, clock } = environment
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
    environment,
    organizationId,
    offers: plans.map(({ name, amount }) => ({ name, amount, productId: newId('product') })),
    discountIds: [newId('discount'), newId('discount')],
    firstMonthId: newId('discount'),
    buyers: ['Ada', 'Ben']
      .slice(0, chance.whole(1, 2))
      .map((name) => ({ name, customerId: newId('customer'), subscriptions: [], hasCard: false })),
    tamper,
    deps: depsOf({ environment }, tamper),
    jobs: [],
  }
  await stock(shop, createdAt)
  return shop
}

/** The dependencies of one server process, whose statements are tampered with. */
export const depsOf = (
  { environment: { tampering, clock } }: Pick<Shop, 'environment'>,
  tamper: Tamper,
): TestDeps => testPaymentDeps(tampering(tamper), { clock, behavior: { callsAfterAnswer: 1 } })

interface Own {
  readonly organizationId: Id<'organization'>
  readonly createdAt: Date
}

const aNote = { type: 'custom', properties: jsonText({ note: null }) } as const

const aKey = {
  type: 'license_keys',
  properties: jsonText({
    prefix: 'SIM',
    expires: { ttl: 1, timeframe: 'month' },
    activations: { limit: 2, enableCustomerAdmin: true },
    limitUsage: 5,
    offline: null,
  }),
} as const

async function stockBenefits(shop: Shop, own: Own): Promise<void> {
  const { kysely } = shop.environment.database
  for (const [position, benefit] of benefits.entries()) {
    const { description, of } = benefit
    const id = newId('benefit')
    await kysely
      .insertInto('benefit')
      .values({ ...own, id, description, ...('isKey' in benefit ? aKey : aNote) })
      .execute()
    await kysely
      .insertInto('productBenefit')
      .values(
        shop.offers
          .filter(({ name }) => of.some((one) => one === name))
          .map(({ productId }) => ({
            organizationId: own.organizationId,
            productId,
            benefitId: id,
            position,
          })),
      )
      .execute()
  }
}

async function stockUsage(shop: Shop, own: Own): Promise<void> {
  const { kysely } = shop.environment.database
  const clause = { property: 'name', operator: 'eq', value: 'call' }
  const rows = meters.map((meter) => ({
    ...own,
    ...meter,
    id: newId('meter'),
    filter: jsonText({ conjunction: 'and', clauses: [clause] }),
    countsFrom: own.createdAt,
  }))
  await kysely.insertInto('meter').values(rows).execute()
  const prices = plans.flatMap(({ metered }: Plan, at) =>
    rows.flatMap(({ name, id: meterId }, position) => {
      const price = metered[name]
      if (price === undefined) return []
      const { meteredPrice, ...columns } = columnsOfPrice(price)
      return {
        ...own,
        id: newId('productPrice'),
        productId: shop.offers[at]?.productId ?? newId('product'),
        position: position + 1,
        amountType: 'metered_unit' as const,
        priceCurrency: dollars,
        ...columns,
        meteredPrice: meteredPrice === null ? null : jsonText(meteredPrice),
        meterId,
      }
    }),
  )
  await kysely.insertInto('productPrice').values(prices).execute()
}

async function stock(shop: Shop, createdAt: Date): Promise<void> {
  const { organizationId, buyers } = shop
  const { kysely } = shop.environment.database
  const own = { organizationId, createdAt }
  await kysely
    .insertInto('product')
    .values(
      plans.map(({ name, interval, amount, threshold }, at) => ({
        ...own,
        id: shop.offers[at]?.productId ?? newId('product'),
        name,
        recurringInterval: interval,
        leadingAmountType: amount === null ? 'free' : 'fixed',
        leadingAmount: minorUnits(amount ?? 0),
        billingThresholdAmount: threshold === null ? null : minorUnits(threshold),
      })),
    )
    .execute()
  const staticPrices = plans.map(({ amount }, at) => ({
    ...own,
    id: newId('productPrice'),
    productId: shop.offers[at]?.productId ?? newId('product'),
    position: 0,
    amountType: amount === null ? 'free' : 'fixed',
    priceCurrency: amount === null ? null : dollars,
    priceAmount: amount === null ? null : minorUnits(amount),
  }))
  await kysely.insertInto('productPrice').values(staticPrices).execute()
  await stockUsage(shop, own)
  await stockBenefits(shop, own)
  await stockCredits(shop, own)
  await kysely
    .insertInto('discount')
    .values([
      { ...own, ...percentOff(shop.discountIds[0]), duration: 'forever' },
      { ...own, ...amountOff(shop.discountIds[1]), duration: 'repeating', durationInMonths: 3 },
      { ...own, ...mostOff(shop.firstMonthId), duration: 'once' },
    ])
    .execute()
  await kysely
    .insertInto('customer')
    .values(
      buyers.map(({ customerId: id }) => ({
        ...own,
        id,
        email: `${id}@buyer.test`,
        billingAddress: jsonText(inPlace('DE')),
      })),
    )
    .execute()
  await kysely
    .insertInto('taxRegistration')
    .values({
      ...own,
      id: newId('taxRegistration'),
      country: 'DE',
      scheme: 'oss',
      collectsSince: createdAt,
    })
    .execute()
}

const percentOff = (id = newId('discount')) =>
  ({ id, name: 'Third', type: 'percentage', basisPoints: 3333 }) as const

const amountOff = (id = newId('discount')) =>
  ({ id, name: 'Five', type: 'fixed', amount: minorUnits(500), currency: dollars }) as const

const mostOff = (id: Id<'discount'>) =>
  ({ id, name: 'First month', type: 'percentage', basisPoints: 9000 }) as const
