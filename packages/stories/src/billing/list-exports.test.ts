import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

it('a seller takes the orders, subscriptions and customers of a month along as files', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  const { customerId } = await shop.subscribe(pro)
  const other = await shop.subscribe(await shop.createProduct('Team', 99))
  await shop.advanceTo('2031-02-16')

  const linesOf = async (path: string): Promise<string[]> => {
    const { status, body } = await shop.get(path)
    expect(status).toBe(200)
    return String(body).trim().split('\r\n')
  }
  const [head = '', ...orders] = await linesOf(
    `/orders/export?created_after=2031-02-01T00:00:00Z&product_id=${pro}`,
  )
  const names = head.split(',')
  expect(orders).toHaveLength(1)
  const cells = orders[0]?.split(',') ?? []
  const cellOf = (name: string) => cells[names.indexOf(name)]
  expect(cellOf('total_amount')).toBe('3000')
  expect(cellOf('currency')).toBe('usd')
  expect(cellOf('created_at')).toBe('2031-02-15T00:00:00.000Z')
  expect(cellOf('billing_reason')).toBe('subscription_cycle')

  const ofTeam = await linesOf(`/subscriptions/export?product_id=${other.productId}`)
  expect(ofTeam).toHaveLength(2)
  expect(ofTeam[1]).toMatch(/,true,Team,99\.00,usd,month$/)

  const customers = await linesOf('/customers/export?sorting=created_at')
  expect(customers).toHaveLength(3)
  expect(customers[1]).toContain(customerId)
  expect(await shop.get('/orders/export?sorting=size')).toMatchObject({ status: 422 })
})

it('a seller sees which discounts have ended as their clock goes on, and takes them along', async () => {
  const shop = await newShop(site, '2031-01-15')
  const terms = { type: 'percentage', basis_points: 1000, duration: 'once' }
  await shop.post('/discounts/', { ...terms, name: 'Winter', ends_at: '2031-02-01T00:00:00Z' })
  await shop.post('/discounts/', { ...terms, name: 'Always' })
  const named = async (status: string) =>
    (await shop.get(`/discounts/export?status=${status}&columns=name`)).body
  expect(await named('ended')).toBe('name\r\n')
  await shop.advanceTo('2031-02-02')
  expect(await named('ended')).toBe('name\r\nWinter\r\n')
  expect(await named('active')).toBe('name\r\nAlways\r\n')
  expect(await shop.get('/discounts/?status=over')).toMatchObject({ status: 422 })
})

it('a seller takes the disputes of a currency along, with how they ended', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  await shop.subscribe(pro, { card: 'tok_sandbox_dispute_lost' })
  await shop.advanceTo('2031-02-14')
  const file = async (filter: string) =>
    (await shop.get(`/disputes/export?${filter}&columns=status&columns=amount`)).body
  expect(await file('currency=usd')).toBe('status,amount\r\nlost,3000\r\n')
  expect(await file('currency=eur')).toBe('status,amount\r\n')
  expect(await file('created_before=2031-01-15T00:00:00Z')).toBe('status,amount\r\n')
})

it('a seller takes license keys and usage events along', async () => {
  const shop = await newShop(site, '2031-01-15')
  const events = [
    { name: 'tile', external_customer_id: 'ann', timestamp: '2031-01-10T00:00:00Z' },
    { name: 'print', external_customer_id: 'ann', timestamp: '2031-01-11T00:00:00Z' },
  ]
  expect(await shop.post('/events/ingest', { events })).toMatchObject({
    status: 200,
  })
  const used = '/events/export?columns=name&columns=external_customer_id&sorting=timestamp'
  expect((await shop.get(used)).body).toBe('name,external_customer_id\r\ntile,ann\r\nprint,ann\r\n')
  expect((await shop.get(`${used}&name=print`)).body).toBe(
    'name,external_customer_id\r\nprint,ann\r\n',
  )
  expect((await shop.get('/license-keys/export?columns=display_key')).body).toBe('display_key\r\n')
  expect(await shop.get('/license-keys/export?columns=key')).toMatchObject({ status: 422 })
})
