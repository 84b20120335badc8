import { beforeAll, describe, expect, it } from 'vitest'
import {
  confirm,
  type MadeCheckout,
  newCheckout,
  pathOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingAnswer, type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  newFreeMonthly,
  newMonthly,
  openShop,
  secondRefused,
} from '../../../../test/subscription-checkouts.ts'

const db = testDatabase()
const server = testServer(db)
let seller: BillingCalls
let buyer: BillingCalls
let club: { id: string }
let trial: { id: string }
let book: { id: string }
let subscriber: string
let known: string

beforeAll(async () => {
  ;({ seller, buyer } = await openShop(server.current))
  club = await newMonthly(seller)
  trial = await newFreeMonthly(seller)
  book = await newProduct(seller)
  subscriber = newAddress()
  const bought = await newCheckout(seller, [club])
  await confirm(buyer, bought, { customer_email: subscriber })
  await untilStatus(seller, bought, 'succeeded')
  known = (await newCustomer(seller, { name: 'Known', billing_address: { country: 'FR' } })).email
})

/** An answer without what differs between any two checkouts. */
function comparable({ status, body }: BillingAnswer, email: string) {
  const own = [
    'id',
    'client_secret',
    'url',
    'success_url',
    'created_at',
    'modified_at',
    'expires_at',
  ]
  const rest = Object.entries(body ?? {}).filter(([name]) => !own.includes(name))
  return JSON.parse(JSON.stringify([status, Object.fromEntries(rest)]).replaceAll(email, 'typed'))
}

type Ask = (email: string) => Promise<BillingAnswer>

const patched: Ask = async (customer_email) => {
  const checkout = await newCheckout(seller, [club, trial])
  const said = { customer_email, customer_billing_address: { country: 'DE' } }
  return buyer.patch(pathOf(checkout), said)
}

const asks: readonly (readonly [string, Ask])[] = [
  ['typing it', patched],
  [
    'choosing another product afterwards',
    async (customer_email) => {
      const checkout = await newCheckout(seller, [book, club])
      await buyer.patch(pathOf(checkout), { customer_email })
      return buyer.patch(pathOf(checkout), { product_id: club.id })
    },
  ],
  [
    'creating a checkout with it',
    (customer_email) => buyer.post('/checkouts/client/', { product_id: club.id, customer_email }),
  ],
  [
    'confirming without a card',
    async (customer_email) => {
      const checkout = await newCheckout(seller, [club])
      return buyer.post(`${pathOf(checkout)}/confirm`, { customer_email })
    },
  ],
]

describe('who is a customer can’t be found out before a purchase', () => {
  it.each(asks)('by %s', async (_, ask) => {
    const stranger = newAddress()
    const expected = comparable(await ask(stranger), stranger)
    for (const email of [subscriber, subscriber.toUpperCase(), known]) {
      expect(comparable(await ask(email), email)).toEqual(expected)
    }
  })
})

describe('a subscriber', () => {
  const offer = (): Promise<MadeCheckout> => newCheckout(seller, [club])

  it('is refused by the purchase itself', async () => {
    const checkout = await offer()
    const answer = await confirm(buyer, checkout, { customer_email: subscriber })
    expect(briefOf(answer)).toBe(secondRefused)
    expect(answer.body?.['detail']).toContain('/portal/')
  })

  it('is refused immediately to a seller', async () => {
    const { id } = await offer()
    const said = { customer_email: subscriber }
    expect(briefOf(await seller.patch(`/checkouts/${id}`, said))).toBe(secondRefused)
  })
})
