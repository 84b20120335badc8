import type { Site } from '../site.ts'
import { events, months } from './figures.ts'
import { newShop, type Shop } from './shop.ts'

export interface History {
  /** By default the 15th of January, at midnight. */
  readonly opensAt?: string
  readonly act: (shop: Shop) => Promise<unknown>
  /** By default of each month what was sold and what moved. */
  readonly shows?: Readonly<Record<string, string>>
  readonly figures: readonly string[]
}

export const prorate = { proration_behavior: 'prorate' } as const

/** The figures that the API has afterwards. */
export async function figuresAfter(
  site: Site,
  { opensAt = '2031-01-15', act, shows = events }: Omit<History, 'figures'>,
): Promise<string[]> {
  const shop = await newShop(site, opensAt)
  await act(shop)
  return months(shop, shows)
}

export const subscribed = async (shop: Shop, dollars = 30, input = {}) =>
  shop.subscribe(await shop.createProduct('Pro', dollars), input)

/** January from the 15th to the 14th of February has 31 days, of which 21 are left on the 25th. */
export const on25January = (shop: Shop) => shop.advanceTo('2031-01-25')

/** Of the latest order. */
export async function refund({ polar }: Shop, customerId: string, amount: number): Promise<void> {
  const { result } = await polar.orders.list({ customerId, sorting: ['-created_at'] })
  await polar.refunds.create({ orderId: result.items[0]?.id ?? '', reason: 'other', amount })
}
