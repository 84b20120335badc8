import { beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, entriesOf, giveCredit } from '../../../../test/customer-balances.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { examined } from '../../../../test/examined.ts'
import { runConcurrently } from '../../../../test/run-concurrently.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { buyAs, type Market, openMarket, plan, portalOf } from '../../../../test/typed-purchases.ts'
import { examineBooks } from '../../../app/doctor-books.ts'

const db = testDatabase()
const server = testServer(db)
let market: Market
let seller: BillingCalls

beforeAll(async () => {
  market = await openMarket(server.current)
  seller = market.seller
})

const adjust = (id: string, body: object, calls = seller) =>
  calls.post(`/customers/${id}/balance/adjustments`, body)

describe('a seller', () => {
  it('gives credit with a reason, which the books take from what is available', async () => {
    const own = await openMarket(server.current)
    const ada = await newCustomer(own.seller)
    const { owner } = own.organization
    const answer = await adjust(
      ada.id,
      { amount: 890, reason: ' An apology ' },
      inDashboard(server.current, owner),
    )
    expect(answer).toMatchObject({
      status: 201,
      body: {
        customer_id: ada.id,
        type: 'adjusted',
        amount: 890,
        balance: 890,
        currency: 'usd',
        reason: 'An apology',
        order_id: null,
        checkout_id: null,
        refund_id: null,
        actor: { type: 'user', name: expect.any(String) },
      },
    })
    expect(await balanceOf(own.seller, ada)).toEqual([890, 890, 0])
    expect((await own.seller.get('/balance')).body).toMatchObject({
      balances: [
        {
          available_amount: -890,
          adjusted_amount: 890,
          sold_amount: 0,
          customer_balance_amount: 890,
        },
      ],
    })
    await giveCredit(own.seller, ada, -890)
    expect((await own.seller.get('/balance')).body).toMatchObject({
      balances: [{ available_amount: 0, adjusted_amount: 0, customer_balance_amount: 0 }],
    })
  })

  it('gives it once, however often the call is repeated', async () => {
    const ada = await newCustomer(seller)
    const headers = { 'idempotency-key': `credit-${ada.id}` }
    const body = { amount: 500, reason: 'A delay' }
    const path = `/customers/${ada.id}/balance/adjustments`
    const first = await seller.post(path, body, headers)
    const second = await seller.post(path, body, headers)
    expect(second.body).toEqual(first.body)
    expect(await entriesOf(seller, ada)).toEqual(['adjusted 500'])
  })

  it.each([
    ['nothing', { amount: 0, reason: 'A test' }],
    ['an amount without a reason', { amount: 100 }],
    ['an amount with a blank reason', { amount: 100, reason: '  ' }],
    ['an amount with a reason of two lines', { amount: 100, reason: 'a\nb' }],
    ['more than a card is charged at most', { amount: 100_000_000, reason: 'A test' }],
    ['an amount in a currency that isn’t sold in', { amount: 100, currency: 'eur', reason: 'A' }],
  ])('is refused to give %s', async (_, body) => {
    const ada = await newCustomer(seller)
    expect(await adjust(ada.id, body)).toMatchObject({ status: 422 })
    expect(await balanceOf(seller, ada)).toEqual([])
  })

  it('takes no more than there is', async () => {
    const ada = await newCustomer(seller)
    await giveCredit(seller, ada, 300)
    expect(await adjust(ada.id, { amount: -301, reason: 'A mistake' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'amount'], msg: expect.stringContaining('$3.00') }] },
    })
    await giveCredit(seller, ada, -300)
    expect(await balanceOf(seller, ada)).toEqual([0, 0, 0])
  })

  it('takes it once, however many try at the same time', async () => {
    const ada = await newCustomer(seller)
    await giveCredit(seller, ada, 500)
    const outcomes = await runConcurrently(() =>
      adjust(ada.id, { amount: -100, reason: 'A mistake' }),
    )
    expect(outcomes['201']).toBe(5)
    expect(await balanceOf(seller, ada)).toEqual([0, 0, 0])
  })

  it('needs the right to refund', async () => {
    const ada = await newCustomer(seller)
    const clerk = await newBackend(server.current, market.organization, [
      'customers:write',
      'orders:write',
    ])
    const body = { amount: 100, reason: 'A gift' }
    expect(briefOf(await adjust(ada.id, body, clerk))).toBe('403 NotPermitted')
    expect(await adjust('018f3a64-0000-7000-8000-000000000000', body)).toMatchObject({
      status: 404,
    })
  })
})

describe('a customer with a balance', () => {
  it('sees it, and what orders use of it', async () => {
    const ada = await newCustomer(seller)
    const portal = await portalOf(market, ada)
    expect((await portal.get('/customer-portal/wallets/')).body).toEqual({
      items: [],
      pagination: { total_count: 0, max_page: 0 },
    })
    await giveCredit(seller, ada, 890)
    const { body } = await portal.get('/customer-portal/wallets/')
    const wallet = {
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: expect.any(String),
      customer_id: ada.id,
      balance: 890,
      usable_amount: 890,
      currency: 'usd',
    }
    expect(body).toEqual({ items: [wallet], pagination: { total_count: 1, max_page: 1 } })
    const { id } = Object(Object(body)['items'])[0]
    expect((await portal.get(`/customer-portal/wallets/${id}`)).body).toEqual(wallet)
    const other = await portalOf(market, await newCustomer(seller))
    expect(await other.get(`/customer-portal/wallets/${id}`)).toMatchObject({ status: 404 })
  })

  it('shows it to nobody who typed the address', async () => {
    const ada = await newCustomer(seller)
    await giveCredit(seller, ada, 890)
    const product = await plan(market, 2000)
    const { session } = await buyAs(market, product, { email: ada.email, card: 'tok_sandbox_ok' })
    for (const path of ['/customer-portal/wallets/', `/customer-portal/wallets/${ada.id}`]) {
      expect(briefOf(await session.get(path))).toBe('403 CustomerEmailUnproved')
    }
  })

  it('is deleted only if the balance is forfeited', async () => {
    const own = await openMarket(server.current)
    const ada = await newCustomer(own.seller, { external_id: 'ada' })
    await giveCredit(own.seller, ada, 890)
    for (const path of [`/customers/${ada.id}`, '/customers/external/ada']) {
      expect(await own.seller.remove(path)).toMatchObject({
        status: 409,
        body: { error: 'CustomerHasBalance', detail: expect.stringContaining('$8.90') },
      })
    }
    expect(await own.seller.get(`/customers/${ada.id}`)).toMatchObject({ status: 200 })
    const path = '/customers/external/ada?forfeit_balance=true'
    expect(await own.seller.remove(path)).toMatchObject({ status: 204 })
    expect((await own.seller.get('/balance')).body).toMatchObject({
      balances: [{ available_amount: 0, adjusted_amount: 0, customer_balance_amount: 0 }],
    })
    const { rows } = await db.database.pool.query(
      `select kind, amount::int, actor_type from customer_balance_entry
        where customer_id = $1 order by position desc limit 1`,
      [ada.id],
    )
    expect(rows).toEqual([
      { kind: 'forfeited', amount: -890, actor_type: 'organization_access_token' },
    ])
  })

  it('is deleted once the balance is settled', async () => {
    const ada = await newCustomer(seller)
    await giveCredit(seller, ada, 890)
    await giveCredit(seller, ada, -890)
    expect(await seller.remove(`/customers/${ada.id}`)).toMatchObject({ status: 204 })
  })

  it('gets no credit while they are deleted', async () => {
    const ada = await newCustomer(seller)
    const outcomes = await Promise.all([
      seller.remove(`/customers/${ada.id}`),
      ...Array.from({ length: 5 }, () => adjust(ada.id, { amount: 100, reason: 'A gift' })),
    ])
    const isDeleted = outcomes[0]?.status === 204
    const { rows } = await db.database.pool.query<{ left: number }>(
      'select coalesce(sum(amount), 0)::int as left from customer_balance where customer_id = $1',
      [ada.id],
    )
    expect(isDeleted ? rows[0]?.left : 0).toBe(0)
  })
})

it('the books agree with all of this', async () => {
  const findings = await examined(db, examineBooks)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
})
