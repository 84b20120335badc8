import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { enableUsageBilling } from './catalog.ts'
import { asBackend, newSeller, newToken } from './seller.ts'

const site = testSite()
let token: string
let portalToken: string
const ids = { customer: '', meter: '', product: '' }

beforeAll(async () => {
  const acme = await newSeller(site, 'acme')
  await enableUsageBilling(acme)
  const scopes = [
    'benefits:write',
    'customers:write',
    'customer_meters:read',
    'customer_sessions:write',
    'events:write',
    'meters:write',
    'orders:read',
    'products:write',
  ]
  token = (await newToken(acme, scopes)).token
  const polar = asBackend(site, token)
  ids.customer = (await polar.customers.create({ email: 'ann@users.test' })).id
  const meter = await polar.meters.create({
    name: 'Pages',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'pages' },
  })
  ids.meter = meter.id
  await sellPages(100)
  portalToken = (await polar.customerSessions.create({ customerId: ids.customer })).token
  await use(1)
})

async function sellPages(units: number) {
  const polar = asBackend(site, token)
  const benefit = await polar.benefits.create({
    type: 'meter_credit',
    description: `${units} pages`,
    properties: { units, rollover: false, meterId: ids.meter },
  })
  const product = await polar.products.create({
    name: `${units} pages`,
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
  })
  ids.product = product.id
  await polar.products.updateBenefits({
    id: product.id,
    productBenefitsUpdate: { benefits: [benefit.id] },
  })
}

const use = (pages: number) =>
  asBackend(site, token).events.ingest({
    events: [{ name: 'page', customerId: ids.customer, metadata: { pages } }],
  })

interface Call {
  readonly method?: string
  readonly body?: unknown
  readonly credentials?: string
}

async function call(path: string, { method = 'GET', body, credentials = token }: Call = {}) {
  const answer = await fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.status === 204 ? null : answer.json()
}

const asCustomer = (path: string, given: Call = {}) =>
  call(`/v1/customer-portal/${path}`, { ...given, credentials: portalToken })

/** The command of the documentation whose path contains this. */
async function send(find: string) {
  const page = await readFile(new URL('../../../../docs/top-ups.md', import.meta.url), 'utf8')
  const commands = Array.from(page.matchAll(/```sh\n(.*?)\n```\n/gs), ([, code = '']) => code)
  const command = commands.find((one) => one.includes(find)) ?? ''
  const filled = command.replaceAll('$METER_ID', ids.meter).replaceAll('$PRODUCT_ID', ids.product)
  const [, method = ''] = /-X (\w+)/.exec(filled) ?? []
  const [, path = ''] = /"\$GUILDHALL_URL(\S+)"/.exec(filled) ?? []
  const [, body = ''] = /-d '(.*)'$/s.exec(filled) ?? []
  return call(path, { method, body: JSON.parse(body), credentials: portalToken })
}

const balance = async () => {
  const { activeMeters } = await asBackend(site, token).customers.getState({ id: ids.customer })
  return activeMeters[0]?.balance
}

it('a customer without a card is led to a checkout, and one with a card buys in one step', async () => {
  const { items } = await asCustomer('credit-products/')
  expect(items).toMatchObject([{ id: ids.product, credits: [{ units: 100 }] }])
  const { url } = await asCustomer(`credit-products/${ids.product}/checkout`, {
    method: 'POST',
    body: {},
  })
  expect(url).toContain(site.url)
  await asCustomer('customers/me/payment-methods', {
    method: 'POST',
    body: {
      confirmation_token_id: 'tok_sandbox_ok',
      set_default: true,
      return_url: 'https://example.com/',
    },
  })
  expect(await asCustomer(`credit-products/${ids.product}`)).toMatchObject({
    total_amount: 1000,
    payment_method: { card: { last4: '4242' } },
  })
  const bought = await send('credit-purchases')
  expect(bought).toMatchObject({ status: 'succeeded', amount: 1000 })
  const path = `credit-purchases/${bought.id}/confirm`
  expect(await asCustomer(path, { method: 'POST', body: {} })).toMatchObject({
    order_id: bought.order_id,
  })
  const order = await asBackend(site, token).orders.get({ id: bought.order_id })
  expect(order).toMatchObject({ billingReason: 'purchase', totalAmount: 1000, status: 'paid' })
  expect(await balance()).toBe(99)
})

it('a customer lets it happen, and the seller stops it', async () => {
  const on = await send('top-ups')
  expect(on).toMatchObject({ threshold: 50, purchases_max: 3, total_amount_max: 1000 })
  await use(60)
  await expect.poll(balance, { timeout: 60_000 }).toBe(139)
  expect(await asCustomer('top-ups/')).toMatchObject({ items: [{ status: 'on', purchases: 1 }] })
  const path = `/v1/customers/${ids.customer}/top-ups`
  expect(await call(path)).toMatchObject({ items: [{ id: on.id }] })
  expect(await call(`${path}/${on.id}/stop`, { method: 'POST', body: {} })).toMatchObject({
    status: 'stopped',
    stop_reason: 'seller',
  })
  await asCustomer(`top-ups/${on.id}`, { method: 'DELETE' })
  expect(await call(path)).toMatchObject({ items: [] })
})
