import { describe, expect, it } from 'vitest'
import { runOn } from '../../../server/test/sql.ts'
import { testSite } from '../site.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()
const openShop = () => newShop(site, '2031-01-15')

const january = 'start_date=2031-01-01&end_date=2031-01-31'

const items = async (shop: Shop, path: string) => {
  const { status, body } = await shop.get(path)
  expect(status).toBe(200)
  return Object(body).items
}

describe('the conversion of checkouts', () => {
  it('is of each product, and of each link', async () => {
    const shop = await openShop()
    const pro = await shop.createProduct('Pro', 30)
    const team = await shop.createProduct('Team', 50)
    await shop.subscribe(pro)
    await shop.subscribe(pro)
    await shop.subscribe(team)
    await shop.polar.checkouts.create({ products: [pro] })
    const link = await shop.polar.checkoutLinks.create({
      paymentProcessor: 'stripe',
      products: [team],
      label: 'Newsletter',
    })
    await fetch(link.url, { redirect: 'manual' })
    expect(await items(shop, `/metrics/conversion?${january}&by=product`)).toEqual([
      {
        product_id: pro,
        checkout_link_id: null,
        name: 'Pro',
        checkouts: 3,
        succeeded_checkouts: 2,
        conversion: 2 / 3,
        net_amount: 6000,
      },
      {
        product_id: team,
        checkout_link_id: null,
        name: 'Team',
        checkouts: 2,
        succeeded_checkouts: 1,
        conversion: 0.5,
        net_amount: 5000,
      },
    ])
    const byLink = `/metrics/conversion?${january}&by=checkout_link`
    expect(await items(shop, byLink)).toEqual([
      {
        product_id: null,
        checkout_link_id: link.id,
        name: 'Newsletter',
        checkouts: 1,
        succeeded_checkouts: 0,
        conversion: 0,
        net_amount: 0,
      },
    ])
    expect(await items(shop, `${byLink}&product_id=${pro}`)).toEqual([])
    const sorted = `/metrics/conversion?${january}&sorting=net_amount&limit=1`
    const { body } = await shop.get(`${sorted}&page=2`)
    expect(body).toMatchObject({
      items: [{ product_id: pro }],
      pagination: { total_count: 2, max_page: 2 },
    })
    expect(await items(shop, `${sorted}&page=3`)).toEqual([])
    const february = 'start_date=2031-02-01&end_date=2031-02-28'
    expect(await items(shop, `/metrics/conversion?${february}`)).toEqual([])
  })
})

describe('cohorts', () => {
  it('are customers by the month of their first payment, and who and what is left of them', async () => {
    const shop = await openShop()
    const pro = await shop.createProduct('Pro', 30)
    const [ada, bob] = [await shop.subscribe(pro), await shop.subscribe(pro)]
    await shop.subscribe(await shop.createProduct('Free', 0))
    await shop.advanceTo('2031-02-10')
    await shop.subscribe(pro)
    await shop.change(ada, { revoke: true })
    const team = await shop.createProduct('Team', 75)
    await shop.change(bob, { product_id: team, proration_behavior: 'invoice' })
    await shop.advanceTo('2031-03-20')
    await shop.subscribe(pro, { customerId: ada.customerId })
    const range = 'start_date=2031-01-01&end_date=2031-12-31'
    const { body } = await shop.get(`/metrics/cohorts?${range}`)
    const lines = Object(body).cohorts.map((one: Record<string, unknown>) => [
      String(one['month']).slice(0, 7),
      one['customers'],
      one['run_rate'],
      ...Object(one['months']).map((left: Record<string, number>) => [
        left['customers'],
        left['run_rate'],
        left['customer_retention'],
        left['revenue_retention'],
      ]),
    ])
    expect(lines).toEqual([
      ['2031-01', 2, 6000, [2, 6000, 1, 1], [1, 7500, 0.5, 1.25], [2, 10_500, 1, 1.75]],
      ['2031-02', 1, 3000, [1, 3000, 1, 1], [1, 3000, 1, 1]],
    ])
    const ofTeam = Object((await shop.get(`/metrics/cohorts?${range}&product_id=${team}`)).body)
    expect(ofTeam.cohorts).toMatchObject([{ customers: 1, run_rate: 7500 }])
  })
})

describe('cards', () => {
  it('that expire before the next renewal are listed, the next one first', async () => {
    const shop = await newShop(site, '2030-12-01')
    const yearly = await shop.createProduct('Team', 120, 'year')
    const monthly = await shop.createProduct('Pro', 30)
    const ada = await shop.subscribe(yearly)
    const bob = await shop.subscribe(monthly)
    const leaving = await shop.subscribe(monthly)
    await shop.change(leaving, { cancel_at_period_end: true })
    const fresh = await shop.subscribe(monthly)
    const expire = (customerId: string, year: number) =>
      runOn(
        site.database.ownerUrl,
        'update payment_method set exp_month = 12, exp_year = $2 where customer_id = $1',
        [customerId, year],
      )
    for (const { customerId } of [ada, bob, leaving]) await expire(customerId, 2030)
    await expire(fresh.customerId, 2034)
    // The card is valid until December is over, and the renewal is on New Year’s Day.
    const cardOfBob = {
      subscription_id: bob.id,
      customer_id: bob.customerId,
      product_id: monthly,
      product_name: 'Pro',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2030,
      amount: 3000,
      currency: 'usd',
      renews_at: '2031-01-01T00:00:00.000Z',
      days_left: 31,
    }
    expect(await items(shop, '/metrics/expiring-cards')).toEqual([])
    expect(await items(shop, '/metrics/expiring-cards?days=31')).toEqual([cardOfBob])
    const { body } = await shop.get('/metrics/expiring-cards?days=366&sorting=-renews_at')
    expect(Object(body).items).toMatchObject([
      { subscription_id: ada.id, renews_at: '2031-12-01T00:00:00.000Z', days_left: 365 },
      cardOfBob,
    ])
    expect(Object(body).pagination).toEqual({ total_count: 2, max_page: 1 })
    await shop.advanceTo('2030-12-20T12:00:00Z')
    expect(await items(shop, '/metrics/expiring-cards')).toMatchObject([{ days_left: 11 }])
  })
})
