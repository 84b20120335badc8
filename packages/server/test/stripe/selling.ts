import { afterAll, beforeAll } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../../src/kernel/assert.ts'
import { confirm, newCheckout, untilStatus } from '../checkouts.ts'
import type { TestDatabase } from '../database.ts'
import { createOrganization, type OwnedOrganization } from '../owned-organization.ts'
import { fixedPrice, newProduct } from '../products.ts'
import { type BillingCalls, newBackend, withNothing } from '../sellers.ts'
import { startTestServer, type TestServer } from '../server.ts'
import type { StripeObject } from './books.ts'
import { type SignedCall, type StripeStandIn, startStripe } from './stand-in.ts'

/** A purchase that was paid at Stripe. */
interface Sold {
  readonly organization: OwnedOrganization
  readonly seller: BillingCalls
  readonly paymentId: string
  readonly orderId: string
  readonly intent: StripeObject
}

interface SellingAtStripe {
  readonly stripe: StripeStandIn
  readonly server: TestServer
  /** Settles. */
  sell(amount?: number): Promise<Sold>
  /** Sends an event of Stripe and settles. */
  tell(call: SignedCall): Promise<void>
  /** What is available, what fees took, and the types of the entries, newest first. */
  figures(sold: Pick<Sold, 'seller'>): Promise<readonly unknown[]>
}

const found = z.object({
  items: z.array(z.object({ id: z.string(), order_id: z.nullable(z.string()) })),
})
const figuresShape = z.object({
  balances: z.array(z.object({ available_amount: z.number(), processor_fee_amount: z.number() })),
})
const entriesShape = z.object({ items: z.array(z.object({ type: z.string() })) })

/** A server that takes payments with Stripe; to be used inside tests and hooks only. */
export function sellingAtStripe(db: TestDatabase): SellingAtStripe {
  let started: { readonly stripe: StripeStandIn; readonly server: TestServer } | undefined
  beforeAll(async () => {
    const stripe = await startStripe()
    started = { stripe, server: await startTestServer(db, stripe.env) }
  })
  afterAll(async () => {
    await started?.server.stop()
    await started?.stripe.stop()
  })
  function current() {
    assert(started !== undefined, 'the server runs inside tests and hooks only')
    return started
  }
  return {
    get stripe() {
      return current().stripe
    },
    get server() {
      return current().server
    },
    sell: (amount = 10_000) => sell(current(), amount),
    tell: async ({ body, headers }) => {
      const { server } = current()
      const answer = await fetch(`${server.url}/webhooks/stripe`, { method: 'POST', headers, body })
      assert(answer.status === 200, 'a signed event is accepted')
      await server.settle()
    },
    figures: async ({ seller }) => {
      const { balances } = figuresShape.parse((await seller.get('/balance')).body)
      const { items } = entriesShape.parse((await seller.get('/balance/entries')).body)
      const types = items.map(({ type }) => type)
      return [balances[0]?.available_amount, balances[0]?.processor_fee_amount, types]
    },
  }
}

async function sell(
  { stripe, server }: Pick<SellingAtStripe, 'stripe' | 'server'>,
  amount: number,
): Promise<Sold> {
  const organization = await createOrganization(server)
  const seller = await newBackend(server, organization, [
    'products:write',
    'checkouts:write',
    'payments:read',
    'orders:read',
    'refunds:write',
  ])
  const product = await newProduct(seller, { prices: [fixedPrice(amount)] })
  const checkout = await newCheckout(seller, [product])
  await confirm(withNothing(server), checkout, { confirmation_token_id: 'ctoken_good' })
  await untilStatus(seller, checkout, 'succeeded')
  await server.settle()
  const { items } = found.parse((await seller.get('/payments/')).body)
  const [payment] = items
  const intent = [...stripe.books.intents.values()].findLast(
    ({ metadata }) => Object(metadata).payment_id === payment?.id,
  )
  assert(payment?.order_id != null && intent !== undefined, 'the purchase was paid')
  return { organization, seller, paymentId: payment.id, orderId: payment.order_id, intent }
}
