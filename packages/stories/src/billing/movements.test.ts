import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

it('a seller reads why recurring revenue moved in a month', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  const team = await shop.createProduct('Team', 50)
  const ada = await shop.subscribe(pro)
  const bob = await shop.subscribe(pro)
  await shop.advanceTo('2031-02-01')
  await shop.change(ada, { product_id: team, proration_behavior: 'invoice' })
  await shop.change(bob, { revoke: true, customer_cancellation_reason: 'too_expensive' })

  const february = 'start_date=2031-02-01&end_date=2031-02-28'
  const { body: figures } = await shop.get(`/metrics/?${february}&interval=month`)
  expect(figures).toMatchObject({
    totals: { expansion_run_rate: 2000, churned_run_rate: -3000, churned_subscriptions: 1 },
  })
  expect((await shop.get(`/metrics/movements/totals?${february}`)).body).toMatchObject({
    items: [
      { currency: 'usd', kind: 'churn', movements: 1, amount: -3000, ended: 1 },
      { currency: 'usd', kind: 'expansion', movements: 2, amount: 2000, started: 0 },
    ],
  })
  const listed = async (query: string) =>
    (await shop.get(`/metrics/movements?${february}&${query}`)).body
  expect(await listed('kind=expansion')).toMatchObject({
    items: [
      { product_name: 'Team', amount: 5000, product_change: 'entered', subscription_id: ada.id },
      { product_name: 'Pro', amount: -3000, product_change: 'left', customer_id: ada.customerId },
    ],
  })
  expect(await listed('ended=true&cancellation_reason=too_expensive')).toMatchObject({
    items: [{ kind: 'churn', amount: -3000, subscription_id: bob.id }],
    next_cursor: null,
  })
  const [head, ...lines] = String(
    (await shop.get(`/metrics/movements/export?${february}&columns=kind&columns=amount`)).body,
  )
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('kind,amount')
  expect(lines.toSorted()).toEqual(['churn,-3000', 'expansion,-3000', 'expansion,5000'])
})
