import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../packages/server/src/platform/ids.ts'
import type { WebhookReceiver } from '../../packages/server/test/webhook-receiver.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import { newOffers } from '../purchases/offers.ts'
import type { Offer } from '../purchases/purchase-job.ts'
import type { Plan } from '../renewals/subscribers.ts'
import { addCustomers, addMeter } from '../usage/rows.ts'
import { addEndpoints } from '../webhooks/rows.ts'
import { addBenefit } from './benefits.ts'
import type { Call } from './call.ts'
import { type Claims, claimsOf } from './claims.ts'
import { buy } from './purchases.ts'
import { addRenewals, letFallDue } from './renewals.ts'
import { sendEvents } from './usage.ts'

export interface Work {
  /** Buys, and waits for the webhook of the order. */
  readonly purchaseToWebhook: () => Promise<void>
  readonly claims: Claims
  /** Begins nothing more, and waits for what is under way. */
  readonly finish: () => Promise<Done>
}

/** What was acknowledged. */
export interface Done {
  readonly shop: Pick<Seller, 'id'>
  readonly checkouts: readonly string[]
  readonly metered: Seller
  readonly events: readonly string[]
  readonly plan: Plan
}

const buyersCount = 3
const backendsCount = 3
const lookMilliseconds = 10

export interface Goods {
  readonly shop: Offer & Seller
  readonly metered: Seller
  readonly plan: Plan
}

interface Circumstances {
  readonly receiver: WebhookReceiver
  readonly minutes: number
}

/** Adds what is bought, counted and renewed, and where webhooks of it go. */
export async function addGoods(
  ownerUrl: string,
  { receiver, minutes }: Circumstances,
): Promise<Goods> {
  const plan = await addRenewals(ownerUrl, minutes)
  const [shop] = await newOffers(ownerUrl, 1, 1)
  const [metered] = await newSellers(ownerUrl, 1)
  if (shop === undefined || metered === undefined) throw new Error('two sellers were created')
  await addBenefit(ownerUrl, shop)
  await addCustomers(ownerUrl, metered)
  await addMeter(ownerUrl, metered)
  const id = newId('webhookEndpoint')
  await addEndpoints(ownerUrl, [{ organizationId: shop.id, id, url: receiver.url }])
  return { shop, metered, plan }
}

/** Purchases, usage events, renewals and webhooks, all at once. */
export async function startWork(
  { call, ownerUrl }: { readonly call: Call; readonly ownerUrl: string },
  { shop, metered, plan }: Goods,
  { receiver, minutes }: Circumstances,
): Promise<Work> {
  const allAreDueAt = await letFallDue(ownerUrl, plan, minutes)
  let isFinishing = false
  const isOver = () => isFinishing
  const checkouts: string[] = []
  const keepBuying = async () => {
    while (!isOver()) checkouts.push(await buy(call, shop))
  }
  const buying = Array.from({ length: buyersCount }, keepBuying)
  const sending = Array.from({ length: backendsCount }, () => sendEvents(call, metered, isOver))
  return {
    purchaseToWebhook: async () => {
      const checkout = await buy(call, shop)
      checkouts.push(checkout)
      while (!receiver.received.some(({ data }) => data['checkout_id'] === checkout)) {
        await sleep(lookMilliseconds)
      }
    },
    claims: claimsOf(ownerUrl, plan),
    finish: async () => {
      isFinishing = true
      await Promise.all(buying)
      const events = (await Promise.all(sending)).flat()
      // So many kills may take less time than was expected.
      await sleep(Math.max(0, allAreDueAt.getTime() - Date.now()))
      return { shop, checkouts, metered, events, plan }
    },
  }
}
