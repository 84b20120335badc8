import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js'
import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

it('dollars and euros are shown together, and the official client reads what it always read', async () => {
  const shop = await newShop(site, '2031-01-15')
  await shop.updateSettings({ reporting_currency: 'eur' })
  await shop.subscribe(await shop.createProduct('Pro', 30))
  const range = '/metrics/?start_date=2031-01-01&end_date=2031-02-28&interval=month&convert=true'
  const read = async () => Object((await shop.get(range)).body)

  expect(await read()).toMatchObject({
    currency: 'eur',
    totals: { revenue: 0 },
    conversion: { rates: [], unconverted: [{ currency: 'usd', first_day: '2031-01-15' }] },
  })

  const csv = 'day,currency,rate\n2031-01-01,usd,0.9\n2031-01-20,usd,0.8\n'
  expect((await shop.post('/exchange-rates/import', { csv })).body).toEqual({
    created: 2,
    updated: 0,
    unchanged: 0,
  })
  const corrected = { day: '2031-01-20', currency: 'usd', rate: '0.85' }
  expect(await shop.post('/exchange-rates/', corrected)).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({
    totals: {
      revenue: 2700,
      list_run_rate: 2550,
      new_run_rate: 2700,
      revalued_run_rate: -150,
    },
    conversion: { rates: [{ currency: 'usd', day: '2031-01-20', rate: '0.85' }], unconverted: [] },
  })

  const { items } = Object((await shop.get('/exchange-rates/')).body)
  expect(await shop.remove(`/exchange-rates/${items[0].id}`)).toMatchObject({ status: 204 })
  expect(await read()).toMatchObject({ totals: { list_run_rate: 2700, revalued_run_rate: 0 } })
  const { totals } = await shop.polar.metrics.get({
    startDate: new RFCDate('2031-01-01'),
    endDate: new RFCDate('2031-02-28'),
    interval: 'month',
  })
  expect(totals).toMatchObject({ revenue: 3000, monthlyRecurringRevenue: 3000 })
})
