import { beforeAll, describe, expect, it } from 'vitest'
import { newDiscount } from '../../../../test/discounts.ts'
import {
  type Bought,
  newOrder,
  newStock,
  orderCalls,
  orderScopes,
} from '../../../../test/orders.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { minorUnits } from '../../../kernel/money.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)
let stock: Bought

beforeAll(async () => {
  stock = await newStock(calls)
})

const nobodys = '00000000-0000-7000-8000-000000000000'

const eventsAbout = async (id: string) =>
  (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)

describe('an order', () => {
  it('has the product, the customer and all amounts', async () => {
    const { id: discountId } = await newDiscount(calls)
    const tax = { reason: 'standard_rated', rate: null, calculationId: 'txc_1' } as const
    const id = await newOrder(server.current, acme, stock, {
      amounts: [700, 300],
      discountId,
      discountAmount: 100,
      tax: { ...tax, amount: minorUnits(171) },
      metadata: { camelCase: 'kept' },
    })
    const { status, body } = await calls.get(`/orders/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      modified_at: null,
      status: 'paid',
      paid: true,
      subtotal_amount: 1000,
      discount_amount: 100,
      net_amount: 900,
      amount: 900,
      tax_amount: 171,
      total_amount: 1071,
      refunded_amount: 0,
      refunded_tax_amount: 0,
      currency: 'usd',
      billing_reason: 'purchase',
      billing_name: 'Ada Lovelace',
      billing_address: { country: 'DE', city: null },
      is_invoice_generated: false,
      customer_id: stock.customerId,
      user_id: stock.customerId,
      product_id: stock.productId,
      discount_id: discountId,
      subscription_id: null,
      checkout_id: null,
      metadata: { camelCase: 'kept' },
      custom_field_data: {},
      customer: { id: stock.customerId, deleted_at: null },
      product: { id: stock.productId, name: 'Course' },
      discount: { id: discountId, basis_points: 1000 },
      subscription: null,
      items: [
        { label: 'Course 1', amount: 700, tax_amount: 120, proration: false },
        { label: 'Course 2', amount: 300, tax_amount: 51, product_price_id: stock.priceId },
      ],
    })
    expect(Object.keys(Object(body?.['product']))).not.toContain('prices')
    expect(Object.keys(Object(body?.['discount']))).not.toContain('products')
  })

  it('records that it was created and paid, with the whole order', async () => {
    const id = await newOrder(server.current, acme, stock)
    const { body } = await calls.get(`/orders/${id}`)
    const { invoice_number: _later, ...rest } = body ?? {}
    const [created, paid, ...others] = await eventsAbout(id)
    expect(created).toMatchObject({ name: 'order.created', objectVersion: 1, payload: rest })
    expect(paid).toMatchObject({ name: 'order.paid', objectVersion: 1, payload: rest })
    expect(others).toEqual([])
  })

  it('that is free needs no payment, and isn’t posted', async () => {
    const id = await newOrder(server.current, acme, stock, { amounts: [0], tax: null })
    expect(await calls.get(`/orders/${id}`)).toMatchObject({
      body: { status: 'paid', paid: true, total_amount: 0 },
    })
    const { rows } = await db.database.pool.query('select from journal_entry where order_id = $1', [
      id,
    ])
    expect(rows).toEqual([])
  })

  it('is posted to the ledger, and linked to its payment', async () => {
    const id = await newOrder(server.current, acme, stock)
    const { rows } = await db.database.pool.query(
      `select account, place, debit, credit from journal_entry j
         join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
        where order_id = $1 order by account`,
      [id],
    )
    expect(rows).toEqual([
      { account: 'cash_at_processor', place: null, debit: 1190, credit: 0 },
      { account: 'seller_payable', place: null, debit: 0, credit: 1000 },
      { account: 'tax_payable', place: 'DE', debit: 0, credit: 190 },
    ])
    const payments = await calls.get(`/payments/?order_id=${id}`)
    expect(payments.body?.['items']).toMatchObject([{ amount: 1190, order_id: id }])
  })

  it('is kept when its customer, product and discount are deleted', async () => {
    const bought = await newStock(calls)
    const { id: discountId } = await newDiscount(calls)
    const id = await newOrder(server.current, acme, bought, { discountId, discountAmount: 100 })
    expect(await calls.remove(`/customers/${bought.customerId}`)).toMatchObject({ status: 204 })
    expect(await calls.remove(`/discounts/${discountId}`)).toMatchObject({ status: 204 })
    await calls.patch(`/products/${bought.productId}`, { is_archived: true })
    const { body } = await calls.get(`/orders/${id}`)
    expect(body).toMatchObject({
      customer: { id: bought.customerId, deleted_at: expect.any(String) },
      discount: { id: discountId },
      product: { is_archived: true },
    })
  })

  it('is deleted with its organization, once the balance is zero', async () => {
    const gone = await createOrganization(server.current)
    const theirs = await orderCalls(server.current, gone)
    const { id: discountId } = await newDiscount(theirs)
    const options = { discountId, discountAmount: 100 }
    const id = await newOrder(server.current, gone, await newStock(theirs), options)
    await theirs.post('/refunds/', { order_id: id, reason: 'other', amount: 900 })
    await server.current.settle()
    const path = '/api/auth/organization/delete'
    const answer = await gone.owner.browser.post(path, { organizationId: gone.id })
    expect(answer).toMatchObject({ status: 200 })
    const { rows } = await db.database.pool.query('select from orders where id = $1', [id])
    expect(rows).toEqual([])
  })

  it('of another organization is not found', async () => {
    expect(briefOf(await calls.get(`/orders/${nobodys}`))).toBe('404 ResourceNotFound')
    expect(briefOf(await calls.patch(`/orders/${nobodys}`, {}))).toBe('404 ResourceNotFound')
  })
})

describe('updating the billing details of an order', () => {
  const address = { country: 'fr', city: 'Paris', line1: '1 rue X', postal_code: '75001' }

  it('changes them, with an event', async () => {
    const id = await newOrder(server.current, acme, stock)
    const body = { billing_name: ' Grace Hopper ', billing_address: address }
    const answer = await calls.patch(`/orders/${id}`, body)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        billing_name: 'Grace Hopper',
        billing_address: { ...address, country: 'FR', line2: null, state: null },
        modified_at: expect.any(String),
      },
    })
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      name: 'order.updated',
      objectVersion: 2,
      payload: { billing_name: 'Grace Hopper' },
    })
  })

  it('keeps absent fields and clears null ones', async () => {
    const id = await newOrder(server.current, acme, stock)
    const partial = await calls.patch(`/orders/${id}`, { billing_address: null })
    expect(partial.body).toMatchObject({ billing_name: 'Ada Lovelace', billing_address: null })
    const cleared = await calls.patch(`/orders/${id}`, { billing_name: null })
    expect(cleared.body).toMatchObject({ billing_name: null, billing_address: null })
  })

  it('without a change records no event', async () => {
    const id = await newOrder(server.current, acme, stock)
    const { body } = await calls.get(`/orders/${id}`)
    const { billing_name, billing_address } = body ?? {}
    const answer = await calls.patch(`/orders/${id}`, { billing_name, billing_address })
    expect(answer).toMatchObject({ status: 200, body: { modified_at: null } })
    expect((await eventsAbout(id)).map(({ name }) => name)).toEqual(['order.created', 'order.paid'])
  })

  it.each([
    ['billing_address.country', { billing_address: { country: 'ZZ' } }],
    ['billing_name', { billing_name: 'Two\nlines' }],
    ['status', { status: 'refunded' }],
  ])('refuses an invalid %s', async (field, body) => {
    const id = await newOrder(server.current, acme, stock)
    const answer = await calls.patch(`/orders/${id}`, body)
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.${field}`)
  })
})
