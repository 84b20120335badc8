import * as z from 'zod/mini'
import { type MadeLink, newLink } from '../../test/checkout-links.ts'
import { confirm, type MadeCheckout, newCheckout } from '../../test/checkouts.ts'
import { newAddress } from '../../test/customers.ts'
import { newDiscount } from '../../test/discounts.ts'
import { createOrganization } from '../../test/owned-organization.ts'
import { fixedPrice, freePrice, type MadeProduct, newProduct } from '../../test/products.ts'
import { type BillingCalls, newBackend, withNothing } from '../../test/sellers.ts'
import type { TestServer } from '../../test/server.ts'
import { newMonthly } from '../../test/subscription-checkouts.ts'

/** A customer who has a card, a subscription and an order, and whose address strangers know. */
export interface Victim {
  readonly name: string
  readonly email: string
  readonly customerId: string
  readonly orderId: string
  readonly subscriptionId: string
}

/** What a stranger keeps of a purchase. */
export interface Purchase {
  readonly checkoutId: string
  readonly token: string
}

/** A seller with customers, and the public doors at which strangers try their luck. */
export interface Town {
  readonly server: TestServer
  readonly organizationId: string
  readonly seller: BillingCalls
  readonly stranger: BillingCalls
  readonly sample: MadeProduct
  readonly course: MadeProduct
  readonly club: MadeProduct
  readonly link: MadeLink
  readonly victims: readonly [Victim, ...Victim[]]
  /** An expired checkout with a discount that the seller gave to its buyer alone. */
  readonly gift: MadeCheckout
  readonly giftDiscountId: string
  readonly purchases: Purchase[]
  /** The stranger’s own id at the seller’s application, which vouches for it. */
  readonly account: string
  /** The checkouts of that account. */
  readonly accountCheckouts: string[]
  /** The address of somebody who has not bought yet. */
  readonly newcomer: string
}

const sellerScopes = [
  'checkouts:write',
  'checkout_links:write',
  'products:write',
  'discounts:write',
  'customers:write',
  'customer_sessions:write',
  'orders:read',
  'organizations:write',
] as const

export async function openTown(server: TestServer): Promise<Town> {
  const organization = await createOrganization(server)
  const seller = await newBackend(server, organization, sellerScopes)
  await seller.patch(`/organizations/${organization.id}/billing-settings`, {
    allow_multiple_subscriptions: true,
    allow_customer_updates: true,
  })
  const sample = await newProduct(seller, { name: 'Sample', prices: [freePrice] })
  const course = await newProduct(seller, { name: 'Course', prices: [fixedPrice(5000)] })
  const club = await newMonthly(seller, { name: 'Club' })
  const victims: Town['victims'] = [
    await newVictim(server, seller, { name: 'Ada', club }),
    await newVictim(server, seller, { name: 'Ben', club }),
  ]
  const discount = await newDiscount(seller, { basis_points: 10_000 })
  const gift = await newCheckout(seller, [course], { discount_id: discount.id })
  await server.database.pool.query('update checkout set expires_at = created_at where id = $1', [
    gift.id,
  ])
  return {
    server,
    organizationId: organization.id,
    seller,
    stranger: withNothing(server),
    sample,
    course,
    club,
    link: await newLink(seller, { products: [sample.id, course.id] }),
    victims,
    gift,
    giftDiscountId: discount.id,
    purchases: [],
    account: newAddress(),
    accountCheckouts: [],
    newcomer: newAddress(),
  }
}

const orders = z.object({
  items: z.array(
    z.object({ id: z.string(), customer_id: z.string(), subscription_id: z.string() }),
  ),
})

async function newVictim(
  server: TestServer,
  seller: BillingCalls,
  { name, club }: { readonly name: string; readonly club: MadeProduct },
): Promise<Victim> {
  const email = newAddress()
  const checkout = await newCheckout(seller, [club])
  const address = { country: 'DE', line1: `${name}’s secret street`, city: 'Berlin' }
  await confirm(withNothing(server), checkout, {
    customer_email: email,
    customer_name: `Secret ${name}`,
    customer_billing_address: address,
  })
  await server.settle()
  const { body } = await seller.get(`/orders/?checkout_id=${checkout.id}`)
  const [order] = orders.parse(body).items
  return {
    name,
    email,
    customerId: order?.customer_id ?? '',
    orderId: order?.id ?? '',
    subscriptionId: order?.subscription_id ?? '',
  }
}
