import { beforeAll, describe, expect, it } from 'vitest'
import {
  confirm,
  goodBuyer,
  newCheckout,
  pathOf,
  readCheckout,
  tallyOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { balanceOf, entriesOf, giveCredit } from '../../../../test/customer-balances.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { examined } from '../../../../test/examined.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { runConcurrently } from '../../../../test/run-concurrently.ts'
import { type BillingCalls, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newMonthly, ordersOfCheckout } from '../../../../test/subscription-checkouts.ts'
import { advance, type Market, openMarket } from '../../../../test/typed-purchases.ts'
import { examineBooks } from '../../../app/doctor-books.ts'

const db = testDatabase()
const server = testServer(db)
let market: Market
let seller: BillingCalls
let buyer: BillingCalls

beforeAll(async () => {
  market = await openMarket(server.current)
  seller = market.seller
  buyer = withNothing(server.current)
})

const course = () => newProduct(seller, { prices: [fixedPrice(2900)] })

async function memberWith(credit: number): Promise<MadeCustomer> {
  const ada = await newCustomer(seller)
  if (credit !== 0) await giveCredit(seller, ada, credit)
  return ada
}

const checkoutOf = async ({ id: customer_id }: MadeCustomer, product = course()) =>
  newCheckout(seller, [await product], { customer_id })

const amountsOf = async (checkout: { readonly client_secret: string }) => {
  const { body } = await buyer.get(pathOf(checkout))
  return [body?.['total_amount'], body?.['applied_balance_amount'], body?.['due_amount']]
}

describe('the checkout of a customer whom the seller named', () => {
  it('shows their credit, and charges the rest', async () => {
    const ada = await memberWith(890)
    const checkout = await checkoutOf(ada)
    expect(await amountsOf(checkout)).toEqual([2900, -890, 2010])
    const confirmed = await confirm(buyer, checkout, { due_amount: 2010 })
    expect(confirmed).toMatchObject({ status: 200, body: { due_amount: 2010 } })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await ordersOfCheckout(seller, checkout)).toMatchObject({
      items: [
        { status: 'paid', total_amount: 2900, applied_balance_amount: -890, due_amount: 2010 },
      ],
    })
    const { rows } = await db.database.pool.query(
      'select amount::int from payment where checkout_id = $1',
      [checkout.id],
    )
    expect(rows).toEqual([{ amount: 2010 }])
    expect(await balanceOf(seller, ada)).toEqual([0, 0, 0])
  })

  it('needs no card where credit pays everything', async () => {
    const ada = await memberWith(10_000)
    const checkout = await checkoutOf(ada)
    expect((await buyer.get(pathOf(checkout))).body).toMatchObject({
      applied_balance_amount: -2900,
      due_amount: 0,
      is_payment_required: false,
      is_payment_form_required: false,
      billing_address_fields: { country: 'required' },
    })
    const { confirmation_token_id: _, ...withoutCard } = goodBuyer()
    const confirmed = await buyer.post(`${pathOf(checkout)}/confirm`, withoutCard)
    expect(confirmed).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 0, charged: 0, orders: 1 })
    expect(await balanceOf(seller, ada)).toEqual([7100, 7100, 0])
  })

  it('stores a card for a subscription that credit pays for, and charges it later', async () => {
    const own = await openMarket(server.current)
    const ada = await newCustomer(own.seller)
    await giveCredit(own.seller, ada, 2900)
    const product = await newMonthly(own.seller)
    const checkout = await newCheckout(own.seller, [product], { customer_id: ada.id })
    expect((await buyer.get(pathOf(checkout))).body).toMatchObject({
      due_amount: 0,
      is_payment_required: false,
      is_payment_form_required: true,
    })
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(own.seller, checkout, 'succeeded')
    await advance(own, 32)
    const { body } = await own.seller.get(`/orders/?customer_id=${ada.id}`)
    expect(body).toMatchObject({
      items: [
        { billing_reason: 'subscription_cycle', status: 'paid', due_amount: 2900 },
        { billing_reason: 'subscription_create', status: 'paid', due_amount: 0 },
      ],
    })
  })

  it('leaves credit where less than the smallest charge would be left to pay', async () => {
    const ada = await memberWith(2880)
    const checkout = await checkoutOf(ada)
    expect(await amountsOf(checkout)).toEqual([2900, -2850, 50])
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await balanceOf(seller, ada)).toEqual([30, 30, 0])
  })

  it('gives the credit back when the card is declined, and uses it with another card', async () => {
    const ada = await memberWith(900)
    const checkout = await checkoutOf(ada)
    const declined = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_declined',
    })
    expect(declined).toMatchObject({ status: 400, body: { error: 'PaymentError' } })
    await untilStatus(seller, checkout, 'open')
    expect(await balanceOf(seller, ada)).toEqual([900, 900, 0])
    expect(await amountsOf(checkout)).toEqual([2900, -900, 2000])
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await entriesOf(seller, ada)).toEqual([
      'adjusted 900',
      'used -900',
      'returned 900',
      'used -900',
    ])
  })

  it('reserves the credit while the buyer authenticates, and gives it back at the end', async () => {
    const own = await openMarket(server.current)
    const ada = await newCustomer(own.seller)
    await giveCredit(own.seller, ada, 900)
    const product = await newProduct(own.seller, { prices: [fixedPrice(2900)] })
    const input = { customer_id: ada.id }
    const checkout = await newCheckout(own.seller, [product], input)
    const authenticate = { confirmation_token_id: 'tok_sandbox_authenticate' }
    expect(await confirm(buyer, checkout, authenticate)).toMatchObject({ status: 200 })
    expect(await balanceOf(own.seller, ada)).toEqual([0, 0, 0])
    const other = await newCheckout(own.seller, [product], input)
    expect(await amountsOf(other)).toEqual([2900, 0, 2900])
    const removal = await own.seller.remove(`/customers/${ada.id}?forfeit_balance=true`)
    expect(removal).toMatchObject({ status: 409, body: { error: 'CustomerBalanceReserved' } })
    await advance(own, 1)
    await untilStatus(own.seller, checkout, 'failed')
    expect(await balanceOf(own.seller, ada)).toEqual([900, 900, 0])
  })

  it('charges nobody more than they saw', async () => {
    const ada = await memberWith(900)
    const checkout = await checkoutOf(ada)
    expect(await amountsOf(checkout)).toEqual([2900, -900, 2000])
    await giveCredit(seller, ada, -500)
    const refused = await confirm(buyer, checkout, { due_amount: 2000 })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'CheckoutDueChanged', detail: expect.stringContaining('$25.00') },
    })
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 0, charged: 0, orders: 0 })
    expect(await confirm(buyer, checkout, { due_amount: 2500 })).toMatchObject({ status: 200 })
  })

  it('uses a credit once, however many are confirmed at the same time', async () => {
    const ada = await memberWith(2900)
    const product = await course()
    const checkouts = await Promise.all(
      Array.from({ length: 20 }, () => checkoutOf(ada, Promise.resolve(product))),
    )
    const outcomes = await runConcurrently(async (at) => {
      const checkout = checkouts[at]
      if (checkout === undefined) throw new Error('one checkout for each call')
      return confirm(buyer, checkout, { due_amount: 0 })
    })
    const paid = outcomes['200'] ?? 0
    expect(paid).toBe(1)
    expect(await balanceOf(seller, ada)).toEqual([0, 0, 0])
    expect((await entriesOf(seller, ada)).filter((entry) => entry === 'used -2900')).toHaveLength(1)
  })
})

describe('the checkout of somebody who typed the address of a customer', () => {
  it('neither shows nor uses the credit', async () => {
    const ada = await memberWith(10_000)
    const product = await course()
    const typed = async (customer_email: string) => {
      const { body } = await buyer.post('/checkouts/client/', { product_id: product.id })
      const checkout = readCheckout({ status: 201, body, text: '', headers: new Headers() })
      const changed = await buyer.patch(pathOf(checkout), { customer_email })
      const answer = await confirm(buyer, checkout, { customer_email })
      return { checkout, shown: [changed.body, answer.body].map(moneyOf) }
    }
    const known = await typed(ada.email)
    const unknown = await typed(goodBuyer().customer_email)
    expect(known.shown).toEqual(unknown.shown)
    expect(known.shown).toEqual([
      { due_amount: 2900, applied_balance_amount: 0 },
      { due_amount: 2900, applied_balance_amount: 0 },
    ])
    await untilStatus(seller, known.checkout, 'succeeded')
    expect(await balanceOf(seller, ada)).toEqual([10_000, 10_000, 0])
  })
})

const moneyOf = (body: Readonly<Record<string, unknown>> | null | undefined) => ({
  due_amount: body?.['due_amount'],
  applied_balance_amount: body?.['applied_balance_amount'],
})

it('the books agree with all of this', async () => {
  const findings = await examined(db, examineBooks)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
})
