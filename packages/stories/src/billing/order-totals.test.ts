import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

it('the revenue of a month is what its orders come to', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  await shop.subscribe(pro)
  await shop.subscribe(await shop.createProduct('Team', 99))
  await shop.advanceTo('2031-02-16')
  const month = 'start_date=2031-02-01&end_date=2031-02-28&interval=month'
  expect((await shop.get(`/metrics/?${month}`)).body).toMatchObject({
    totals: { orders: 2, revenue: 12_900 },
  })
  const february = 'created_after=2031-02-01T00:00:00Z&created_before=2031-03-01T00:00:00Z'
  const totalsOf = async (query: string) => (await shop.get(`/orders/totals?${query}`)).body
  expect(await totalsOf(february)).toMatchObject({
    items: [{ currency: 'usd', orders: 2, net_amount: 12_900 }],
  })
  expect(await totalsOf(`${february}&product_id=${pro}`)).toMatchObject({
    items: [{ orders: 1, net_amount: 3000 }],
  })
  expect(await totalsOf(`${february}&currency=eur`)).toEqual({ items: [] })
  expect((await shop.get('/orders/totals?status=gone')).status).toBe(422)
})
