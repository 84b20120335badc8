import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { testSite } from '../site.ts'
import { refund } from './histories.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()
const spring = 'start_date=2031-01-01&end_date=2031-04-30&timezone=UTC'

const french = { country: 'FR', line1: '1 rue de la Paix', city: 'Paris', postalCode: '75002' }
const newYorker = {
  country: 'US',
  state: 'US-NY',
  line1: '1 Main',
  city: 'New York',
  postalCode: '10001',
}
const swiss = { country: 'CH', line1: '1 Gasse', city: 'Bern', postalCode: '3000' }

const incomeShape = z.object({
  items: z.array(
    z.object({
      product_name: z.nullable(z.string()),
      country: z.nullable(z.string()),
      sold_amount: z.number(),
      refunded_amount: z.number(),
      income_amount: z.number(),
      tax_amount: z.number(),
    }),
  ),
})

const taxesShape = z.object({
  items: z.array(
    z.object({
      country: z.nullable(z.string()),
      state: z.nullable(z.string()),
      taxability_reason: z.string(),
      sales_amount: z.number(),
      collected_amount: z.number(),
      returned_amount: z.number(),
      tax_amount: z.number(),
    }),
  ),
})

let shop: Shop

const incomeBy = async (group: string) =>
  incomeShape.parse((await shop.get(`/finance/income?${spring}&group_by=${group}`)).body).items

const taxes = async () => taxesShape.parse((await shop.get(`/finance/taxes?${spring}`)).body).items

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

/** A seller who collects in the European Union and in New York, and three buyers. */
beforeAll(async () => {
  shop = await newShop(site, '2031-01-15')
  for (const place of [
    { country: 'DE', scheme: 'oss' },
    { country: 'US', state: 'US-NY' },
  ]) {
    await shop.post('/tax-registrations/', place)
  }
  const [pro, team] = [await shop.createProduct('Pro', 100), await shop.createProduct('Team', 310)]
  await shop.subscribe(pro, { address: swiss })
  const bea = await shop.subscribe(pro, { address: newYorker })
  const ada = await shop.subscribe(team, { address: french })
  await shop.advanceTo('2031-01-25')
  await refund(shop, bea.customerId, 5000)
  await shop.polar.customers.update({
    id: ada.customerId,
    customerUpdate: { billingAddress: newYorker },
  })
  await shop.change(ada, { product_id: pro, proration_behavior: 'invoice' })
  await shop.advanceTo('2031-01-26')
})

// The 25th of January is 21 of 31 days before the end of the period: Ada’s plan of 310.00 gives 210.00
// back where it was taxed, and 67.74 of the other plan are taxed where she lives now.
describe('three countries, a refund, and a customer who moves and changes the plan', () => {
  it('have the sales and the tax of each place', async () => {
    expect(await taxes()).toMatchObject([
      { country: 'CH', taxability_reason: 'not_collecting', sales_amount: 10_000, tax_amount: 0 },
      {
        country: 'FR',
        taxability_reason: 'standard_rated',
        sales_amount: 10_000,
        collected_amount: 2_000,
        returned_amount: 0,
      },
      {
        country: 'US',
        state: 'NY',
        taxability_reason: 'standard_rated',
        sales_amount: 11_774,
        collected_amount: 671,
        returned_amount: 200,
        tax_amount: 471,
      },
    ])
  })

  it('add up to the income and the balance', async () => {
    const [total] = await incomeBy('total')
    expect(total).toMatchObject({ sold_amount: 36_774, refunded_amount: 5_000 })
    for (const group of ['day', 'month', 'product', 'country']) {
      const rows = await incomeBy(group)
      expect(sumOf(rows.map((row) => row.income_amount))).toBe(total?.income_amount)
      expect(sumOf(rows.map((row) => row.tax_amount))).toBe(total?.tax_amount)
    }
    const places = await taxes()
    expect(sumOf(places.map((row) => row.sales_amount))).toBe(31_774)
    expect(sumOf(places.map((row) => row.tax_amount))).toBe(total?.tax_amount)
    expect((await shop.get('/balance')).body).toMatchObject({
      balances: [{ available_amount: total?.income_amount, tax_amount: total?.tax_amount }],
    })
  })

  it('have the income of each product and country', async () => {
    expect(await incomeBy('product')).toMatchObject(
      [
        { product_name: 'Pro', sold_amount: 5_774 },
        { product_name: 'Team', sold_amount: 31_000 },
      ].map((row) => expect.objectContaining(row)),
    )
    expect((await incomeBy('country')).map(({ country }) => country)).toEqual(['CH', 'FR', 'US'])
  })

  it('are in the journal with their invoice numbers', async () => {
    const columns =
      'columns=kind&columns=invoice_number&columns=account&columns=debit&columns=credit'
    const { body } = await shop.get(`/finance/journal?${spring}&${columns}`)
    expect(body).toContain('refund,')
    expect(body).toMatch(/payment,[A-Z0-9-]+,seller_payable,,310\.00/)
  })
})
