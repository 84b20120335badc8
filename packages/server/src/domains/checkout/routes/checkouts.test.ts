import { beforeAll, describe, expect, it } from 'vitest'
import {
  confirm,
  newCheckout,
  pathOf,
  readCheckout,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import {
  fixedPrice,
  freePrice,
  type MadeProduct,
  meteredPrice,
  newProduct,
  readProduct,
} from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let seller: BillingCalls
let buyer: BillingCalls
let course: MadeProduct
let book: MadeProduct

beforeAll(async () => {
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'discounts:write',
    'customers:write',
    'meters:write',
  ])
  buyer = withNothing(server.current)
  course = await newProduct(seller, { prices: [fixedPrice(1000)] })
  book = await newProduct(seller, { name: 'Book', prices: [fixedPrice(500)] })
})

const nobodys = '00000000-0000-7000-8000-000000000000'
const custom = (bounds: object = {}) => ({ amount_type: 'custom', ...bounds })

describe('the initial amount of a checkout', () => {
  it.each<[string, object, object, number]>([
    ['free', freePrice, {}, 0],
    ['fixed', fixedPrice(2900), {}, 2900],
    ['fixed, ignoring a given amount', fixedPrice(2900), { amount: 5000 }, 2900],
    ['custom, chosen', custom(), { amount: 50 }, 50],
    ['custom, preset', custom({ preset_amount: 700 }), {}, 700],
    ['custom, proposed', custom(), {}, 1000],
    ['custom, at the minimum', custom({ minimum_amount: 3000 }), {}, 3000],
    ['custom, at the maximum', custom({ maximum_amount: 600 }), {}, 600],
  ])('%s', async (_name, price, input, amount) => {
    const product = await newProduct(seller, { prices: [price] })
    expect(await newCheckout(seller, [product], input)).toMatchObject({
      amount,
      total_amount: amount,
    })
  })
})

describe('a product with a metered price', () => {
  it('is sold at the prices of usage that the buyer saw', async () => {
    const meter = (await newMeter(seller)).id
    const product = await newProduct(seller, {
      recurring_interval: 'month',
      prices: [fixedPrice(1000), meteredPrice(meter)],
    })
    const open = await newCheckout(seller, [product])
    const metered_price_ids = [product.prices[1]?.id]
    const { body } = await seller.patch(`/products/${product.id}`, {
      prices: [{ id: product.prices[0]?.id }, meteredPrice(meter, { unit_amount: '99' })],
    })
    expect(briefOf(await confirm(buyer, open, { metered_price_ids }))).toBe(
      '409 CheckoutPricesChanged',
    )
    const now = readProduct(body).prices.map(({ id }) => id)
    const confirmed = await confirm(buyer, open, { metered_price_ids: now.slice(1) })
    expect(confirmed).toMatchObject({ status: 200 })
    await server.current.settle()
    const bought = await runOn<{ id: string }>(
      db.ownerUrl,
      `select product_price_id as id
         from subscription_price p join subscription s on s.id = p.subscription_id
        where s.checkout_id = $1 order by position`,
      [open.id],
    )
    expect(bought.map(({ id }) => id)).toEqual(now)
  })
})

describe('a new checkout', () => {
  it('returns all fields', async () => {
    const before = Date.now()
    const { body } = await seller.post('/checkouts/', {
      products: [course.id, book.id],
      metadata: { campaign: 'spring' },
      success_url: 'https://acme.test/thanks?id={CHECKOUT_ID}',
      embed_origin: 'https://Acme.test/shop',
      customer_email: 'ada@example.com',
      customer_ip_address: '192.0.2.1',
    })
    const checkout = readCheckout({ status: 201, headers: new Headers(), text: '', body })
    expect(body).toMatchObject({
      status: 'open',
      modified_at: null,
      payment_processor: 'stripe',
      client_secret: expect.stringMatching(/^guildhall_c_[0-9A-Za-z]{30}$/),
      url: `${server.current.url}/checkout/${checkout.client_secret}`,
      success_url: `https://acme.test/thanks?id=${checkout.id}`,
      embed_origin: 'https://acme.test',
      amount: 1000,
      discount_amount: 0,
      net_amount: 1000,
      tax_amount: null,
      total_amount: 1000,
      currency: 'usd',
      product_id: course.id,
      product_price_id: course.prices[0]?.id,
      discount_id: null,
      discount: null,
      allow_discount_codes: true,
      require_billing_address: false,
      is_discount_applicable: true,
      is_free_product_price: false,
      is_payment_required: true,
      is_payment_setup_required: false,
      is_payment_form_required: true,
      customer_id: null,
      is_business_customer: false,
      customer_name: null,
      customer_email: 'ada@example.com',
      customer_ip_address: '192.0.2.1',
      customer_billing_name: null,
      customer_billing_address: null,
      customer_tax_id: null,
      customer_external_id: null,
      external_customer_id: null,
      custom_field_data: {},
      customer_metadata: {},
      metadata: { campaign: 'spring' },
      payment_processor_metadata: {},
      subscription_id: null,
      attached_custom_fields: [],
      customer_billing_address_fields: { country: true, state: false, line2: false },
      billing_address_fields: { country: 'required', state: 'disabled', line1: 'disabled' },
      products: [
        { id: course.id, benefits: [], medias: [] },
        { id: book.id, prices: [{ price_amount: 500 }] },
      ],
      product: { id: course.id },
      product_price: { id: course.prices[0]?.id, price_amount: 1000 },
    })
    const hour = 3_600_000
    const ends = Date.parse(String(body?.['expires_at']))
    expect(ends - Date.parse(String(body?.['created_at']))).toBe(hour)
    expect(ends).toBeGreaterThanOrEqual(before + hour)
    expect((await seller.get(`/checkouts/${checkout.id}`)).body).toEqual(body)
  })

  it('is found by its secret, which the database does not contain', async () => {
    const checkout = await newCheckout(seller, [course])
    const seen = await buyer.get(pathOf(checkout), { authorization: 'Bearer nonsense' })
    expect(seen).toMatchObject({
      status: 200,
      body: { id: checkout.id, organization: { id: acme.id, name: 'Acme' } },
    })
    expect(Object.keys(seen.body ?? {})).not.toContain('metadata')
    const { rows } = await db.database.pool.query(
      'select to_jsonb(c)::text as text from checkout c where id = $1',
      [checkout.id],
    )
    expect(JSON.stringify(rows)).not.toContain(checkout.client_secret)
  })

  it('takes over known details of the customer', async () => {
    const known = await newCustomer(seller, {
      name: 'Known',
      external_id: 'known-1',
      billing_address: { country: 'US', state: 'california', city: 'Fresno' },
    })
    const { body } = await seller.post('/checkouts/', {
      products: [course.id],
      customer_id: known.id,
      customer_name: 'Given',
    })
    expect(body).toMatchObject({
      customer_id: known.id,
      customer_email: known.email,
      customer_name: 'Given',
      customer_external_id: 'known-1',
      customer_billing_address: { country: 'US', state: 'US-CA', city: 'Fresno' },
      require_billing_address: true,
      billing_address_fields: { state: 'required', line1: 'required', line2: 'optional' },
    })
  })

  it('can be created by anyone who knows the product', async () => {
    const created = await buyer.post('/checkouts/client/', { product_id: course.id })
    expect(created).toMatchObject({ status: 201, body: { total_amount: 1000 } })
    expect(await confirm(buyer, readCheckout(created))).toMatchObject({ status: 200 })
  })

  it.each<[string, () => object, string]>([
    ['without products', () => ({}), 'body.products'],
    [
      'with products named in two ways',
      () => ({ products: [course.id], product_id: book.id }),
      'body.products',
    ],
    ['of an unknown product', () => ({ products: [course.id, nobodys] }), 'body.products.1'],
    ['with a duplicate product', () => ({ products: [course.id, course.id] }), 'body.products.1'],
    ['of an unknown price', () => ({ product_price_id: nobodys }), 'body.product_price_id'],
    [
      'for an unknown customer',
      () => ({ products: [course.id], customer_id: nobodys }),
      'body.customer_id',
    ],
    [
      'for an unknown subscription',
      () => ({ products: [course.id], subscription_id: nobodys }),
      'body.subscription_id',
    ],
    [
      'with an unknown discount',
      () => ({ products: [course.id], discount_id: nobodys }),
      'body.discount_id',
    ],
    [
      'with a script as success URL',
      () => ({ products: [course.id], success_url: 'javascript:alert(1)' }),
      'body.success_url',
    ],
    [
      'with an invalid embed origin',
      () => ({ products: [course.id], embed_origin: "https://a.test; script-src 'unsafe-inline'" }),
      'body.embed_origin',
    ],
    [
      'with a tax id but no country',
      () => ({ products: [course.id], customer_tax_id: 'DE136695976' }),
      'body.customer_billing_address.country',
    ],
    [
      'with an unknown state',
      () => ({
        products: [course.id],
        customer_billing_address: { country: 'US', state: 'Bavaria' },
      }),
      'body.customer_billing_address.state',
    ],
    [
      'with a misspelled field',
      () => ({ products: [course.id], external_custommer_id: 'x' }),
      'body.external_custommer_id',
    ],
    [
      'with two ids for one customer',
      () => ({ products: [course.id], customer_external_id: 'a', external_customer_id: 'b' }),
      'body.external_customer_id',
    ],
  ])('%s is refused', async (_name, body, field) => {
    expect(briefOf(await seller.post('/checkouts/', body()))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })

  it('of an archived product is refused', async () => {
    const gone = await newProduct(seller)
    await seller.patch(`/products/${gone.id}`, { is_archived: true })
    expect(briefOf(await seller.post('/checkouts/', { products: [gone.id] }))).toBe(
      '422 RequestValidationError body.products.0',
    )
    expect(briefOf(await buyer.post('/checkouts/client/', { product_id: gone.id }))).toBe(
      '422 RequestValidationError body.product_id',
    )
    expect(briefOf(await buyer.post('/checkouts/client/', { product_id: nobodys }))).toBe(
      '422 RequestValidationError body.product_id',
    )
  })
})

describe('a seller', () => {
  it('can change the fields of sellers', async () => {
    const checkout = await newCheckout(seller, [course])
    const discount = await newDiscount(seller)
    const input = {
      discount_id: discount.id,
      allow_discount_codes: false,
      require_billing_address: true,
      customer_metadata: { plan: 'pro' },
      metadata: { rank: 1 },
      success_url: 'https://acme.test/thanks',
      embed_origin: 'http://localhost:8080',
      external_customer_id: 'somebody',
      customer_ip_address: '2001:db8::1',
    }
    const { status, body } = await seller.patch(`/checkouts/${checkout.id}`, input)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...input, total_amount: 900, modified_at: expect.any(String) })
    const same = await seller.patch(`/checkouts/${checkout.id}`, input)
    expect(same.body).toEqual(body)
    const none = { discount_id: null, metadata: null, success_url: null, embed_origin: null }
    expect((await seller.patch(`/checkouts/${checkout.id}`, none)).body).toMatchObject({
      discount: null,
      metadata: {},
      success_url: expect.stringContaining('/confirmation'),
      embed_origin: null,
    })
    expect(briefOf(await seller.patch(`/checkouts/${checkout.id}`, { discount_id: nobodys }))).toBe(
      '422 RequestValidationError body.discount_id',
    )
  })

  it('without the right is refused with the documented error', async () => {
    const checkout = await newCheckout(seller, [course])
    const backend = await newBackend(server.current, acme, ['checkouts:read'])
    const answer = await backend.patch(`/checkouts/${checkout.id}`, {})
    expect(briefOf(answer)).toBe('401 Unauthorized')
  })

  it('can filter by product, customer, status and address', async () => {
    const customer = await newCustomer(seller, { email: 'x_off@example.com' })
    const product = await newProduct(seller)
    const [theirs] = [await newCheckout(seller, [product], { customer_id: customer.id })]
    await newCheckout(seller, [product], { customer_email: 'xyoff@example.com' })
    const idsOf = async (query: string) => {
      const { body } = await seller.get(`/checkouts/?${query}`)
      const items: unknown = body?.['items']
      return Array.isArray(items) ? items.map((item: { id: string }) => item.id) : []
    }
    expect(await idsOf(`product_id=${product.id}`)).toHaveLength(2)
    expect(await idsOf(`customer_id=${customer.id}`)).toEqual([theirs.id])
    expect(await idsOf(`product_id=${product.id}&query=X_OFF`)).toEqual([theirs.id])
    expect(await idsOf(`product_id=${product.id}&status=succeeded`)).toEqual([])
    expect(await idsOf(`product_id=${product.id}&status=open&sorting=created_at`)).toHaveLength(2)
  })

  it('can filter by currency and by when they were created', async () => {
    const product = await newProduct(seller)
    const { id } = await newCheckout(seller, [product])
    const at = String((await seller.get(`/checkouts/${id}`)).body?.['created_at'])
    const idsOf = async (query: string) => {
      const { body } = await seller.get(`/checkouts/?product_id=${product.id}&${query}`)
      const items: unknown = body?.['items']
      return Array.isArray(items) ? items.map((item: { id: string }) => item.id) : []
    }
    expect(await idsOf('currency=usd&currency=eur')).toEqual([id])
    expect(await idsOf('currency=eur')).toEqual([])
    expect(await idsOf(`created_before=${at}`)).toEqual([])
    expect(await idsOf('created_after=2020-01-01T00:00:00Z')).toEqual([id])
    const later = new Date(Date.parse(at) + 1).toISOString()
    expect(await idsOf(`created_before=${later}`)).toEqual([id])
    expect(await idsOf(`created_after=${later}`)).toEqual([])
    for (const [name, value] of [
      ['currency', 'dollars'],
      ['created_after', 'yesterday'],
      ['created_before', '2027-02-30T00:00:00Z'],
    ] as const) {
      expect(briefOf(await seller.get(`/checkouts/?${name}=${value}`))).toBe(
        `422 RequestValidationError query.${name}`,
      )
    }
  })
})

it('a checkout is deleted with its organization', async () => {
  const other = await createOrganization(server.current)
  const calls = await newBackend(server.current, other, ['checkouts:write', 'products:write'])
  const product = await newProduct(calls, { prices: [freePrice] })
  const bought = await newCheckout(calls, [product])
  await newCheckout(calls, [product])
  expect(await confirm(buyer, bought)).toMatchObject({ status: 200 })
  await untilStatus(calls, bought, 'succeeded')
  const { browser } = other.owner
  const body = { organizationId: other.id }
  expect(await browser.post('/api/auth/organization/delete', body)).toMatchObject({ status: 200 })
  expect(briefOf(await buyer.get(pathOf(bought)))).toBe('404 ResourceNotFound')
})
