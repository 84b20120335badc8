import { beforeAll, describe, expect, it } from 'vitest'
import { confirm, type MadeCheckout, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { fixedPrice, type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newRegistration } from '../../../../test/tax.ts'

const db = testDatabase()
const server = testServer(db)
let seller: BillingCalls
let buyer: BillingCalls
let course: MadeProduct
let book: MadeProduct

beforeAll(async () => {
  const acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'discounts:write',
    'custom_fields:write',
  ])
  buyer = withNothing(server.current)
  course = await newProduct(seller, { prices: [fixedPrice(1000)] })
  book = await newProduct(seller, { name: 'Book', prices: [fixedPrice(500)] })
})

const nobodys = '00000000-0000-7000-8000-000000000000'

const patch = (checkout: MadeCheckout, body: object) => buyer.patch(pathOf(checkout), body)
const briefPatch = async (checkout: MadeCheckout, body: object) =>
  briefOf(await patch(checkout, body))

describe('a buyer', () => {
  it('can choose another product, which resets amount, discount and answers that do not apply', async () => {
    const discount = await newDiscount(seller, { products: [course.id] })
    const checkout = await newCheckout(seller, [course, book], { discount_id: discount.id })
    expect(checkout).toMatchObject({ discount_amount: 100, total_amount: 900 })
    expect((await patch(checkout, { product_id: book.id })).body).toMatchObject({
      product_id: book.id,
      amount: 500,
      discount_id: null,
      total_amount: 500,
    })
    const price = course.prices[0]?.id
    expect((await patch(checkout, { product_price_id: price })).body).toMatchObject({
      product_id: course.id,
      amount: 1000,
    })
    expect(await briefPatch(checkout, { product_id: nobodys })).toBe(
      '422 RequestValidationError body.product_id',
    )
    expect(await briefPatch(checkout, { product_price_id: nobodys })).toBe(
      '422 RequestValidationError body.product_price_id',
    )
  })

  it('can choose the amount within the limits', async () => {
    const bounds = { minimum_amount: 200, maximum_amount: 5000, preset_amount: 700 }
    const product = await newProduct(seller, { prices: [{ amount_type: 'custom', ...bounds }] })
    const checkout = await newCheckout(seller, [product])
    const low = await patch(checkout, { amount: 199 })
    expect(low.text).toContain('Must be at least 200')
    expect(briefOf(low)).toBe('422 RequestValidationError body.amount')
    const high = await patch(checkout, { amount: 5001 })
    expect(high.text).toContain('Must be at most 5000')
    expect((await patch(checkout, { amount: 5000 })).body).toMatchObject({ total_amount: 5000 })
    expect((await patch(checkout, { customer_name: 'Ada' })).body).toMatchObject({ amount: 5000 })
  })

  it('can enter a discount code in any case and remove it', async () => {
    const ten = await newDiscount(seller, { code: 'SpringTen' })
    const checkout = await newCheckout(seller, [course])
    const applied = await patch(checkout, { discount_code: ' springten ' })
    expect(applied.body).toMatchObject({
      discount_id: ten.id,
      discount: { name: 'Ten', code: 'SpringTen', type: 'percentage', basis_points: 1000 },
      discount_amount: 100,
      net_amount: 900,
      total_amount: 900,
    })
    expect((await patch(checkout, { discount_code: '' })).body).toMatchObject({
      discount_id: null,
      total_amount: 1000,
    })
    expect(await briefPatch(checkout, { discount_code: 'nonsense' })).toBe(
      '422 RequestValidationError body.discount_code',
    )
    await newDiscount(seller, { code: 'BooksOnly', products: [book.id] })
    expect(await briefPatch(checkout, { discount_code: 'BOOKSONLY' })).toBe(
      '422 RequestValidationError body.discount_code',
    )
    const closed = await newCheckout(seller, [course], { allow_discount_codes: false })
    expect(await briefPatch(closed, { discount_code: 'SpringTen' })).toBe(
      '422 RequestValidationError body.discount_code',
    )
  })

  it('can switch to a business purchase and back', async () => {
    const checkout = await newCheckout(seller, [course])
    const business = await patch(checkout, {
      is_business_customer: true,
      customer_billing_name: 'Ada GmbH',
      customer_billing_address: { country: 'DE' },
      customer_tax_id: 'DE 136 695 976',
    })
    expect(business.body).toMatchObject({
      customer_tax_id: 'DE136695976',
      customer_billing_name: 'Ada GmbH',
      billing_address_fields: { line1: 'required', city: 'required', state: 'optional' },
    })
    expect(await briefPatch(checkout, { customer_tax_id: 'DE123' })).toBe(
      '422 RequestValidationError body.customer_tax_id',
    )
    expect(await briefPatch(checkout, { customer_billing_address: { country: 'US' } })).toBe(
      '422 RequestValidationError body.customer_tax_id',
    )
    expect((await patch(checkout, { is_business_customer: false })).body).toMatchObject({
      is_business_customer: false,
      customer_tax_id: null,
      customer_billing_name: null,
    })
    const cleared = await patch(checkout, { customer_billing_address: null })
    expect(cleared.body).toMatchObject({ customer_billing_address: null, tax_amount: null })
  })

  it('sees the tax as soon as the address is sufficient', async () => {
    const other = await createOrganization(server.current)
    const calls = await newBackend(server.current, other, [
      'checkouts:write',
      'products:write',
      'organizations:write',
    ])
    await newRegistration(calls, { country: 'DE' })
    await newRegistration(calls, { country: 'US', state: 'CA' })
    const checkout = await newCheckout(calls, [await newProduct(calls)])
    expect(checkout.tax_amount).toBeNull()
    const german = await patch(checkout, { customer_billing_address: { country: 'DE' } })
    expect(german.body).toMatchObject({ tax_amount: 190, total_amount: 1190 })
    const american = await patch(checkout, { customer_billing_address: { country: 'US' } })
    expect(american.body).toMatchObject({ tax_amount: null, total_amount: 1000 })
    const address = { country: 'US', line1: '1 Main St', city: 'Fresno', postal_code: '93650' }
    const nowhere = await confirm(buyer, checkout, {
      customer_billing_address: address,
    })
    expect(briefOf(nowhere)).toBe('422 RequestValidationError body.customer_billing_address.state')
  })

  it('can answer custom fields, and must do so only to confirm', async () => {
    const text = await newCustomField(seller)
    const terms = await newCustomField(seller, { type: 'checkbox' })
    const attached_custom_fields = [
      { custom_field_id: text.id, required: false },
      { custom_field_id: terms.id, required: true },
    ]
    const asking = await newProduct(seller, { attached_custom_fields })
    const checkout = await newCheckout(seller, [asking, book], {
      custom_field_data: { [text.slug]: 'Hello', nonsense: 1 },
    })
    const seen = await buyer.get(pathOf(checkout))
    expect(seen.body).toMatchObject({
      custom_field_data: { [text.slug]: 'Hello' },
      attached_custom_fields: [{ custom_field_id: text.id, order: 0 }, { required: true }],
    })
    const wrong = { custom_field_data: { [terms.slug]: 'yes' } }
    expect(await briefPatch(checkout, wrong)).toBe(
      `422 RequestValidationError body.custom_field_data.${terms.slug}`,
    )
    expect(briefOf(await confirm(buyer, checkout))).toBe(
      `422 RequestValidationError body.custom_field_data.${terms.slug}`,
    )
    const answered = { custom_field_data: { [text.slug]: 'Hello', [terms.slug]: true } }
    expect(await confirm(buyer, checkout, answered)).toMatchObject({
      status: 200,
      body: answered,
    })
    const switched = await newCheckout(seller, [asking, book], {
      custom_field_data: { [text.slug]: 'Hello' },
    })
    expect((await patch(switched, { product_id: book.id })).body).toMatchObject({
      custom_field_data: {},
    })
  })

  it('gets all missing fields at once', async () => {
    const checkout = await newCheckout(seller, [course], { require_billing_address: true })
    const answer = await buyer.post(`${pathOf(checkout)}/confirm`, { is_business_customer: true })
    expect(briefOf(answer)).toBe(
      '422 RequestValidationError body.customer_email body.customer_name ' +
        'body.customer_billing_name body.customer_billing_address.country ' +
        'body.customer_billing_address.line1 body.customer_billing_address.postal_code ' +
        'body.customer_billing_address.city body.confirmation_token_id',
    )
    expect(answer.text.match(/"type":"missing"/g)).toHaveLength(8)
  })

  it('must not send a card number', async () => {
    const checkout = await newCheckout(seller, [course])
    const answer = await confirm(buyer, checkout, { confirmation_token_id: '4242424242424242' })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.confirmation_token_id')
  })

  it.each(['guildhall_c_nonsense', 'guildhall_c_0123456789ABCDEFGHIJKLMN2lEP49'])(
    'finds nothing with the secret %s',
    async (client_secret) => {
      const path = pathOf({ client_secret })
      const gone = '404 ResourceNotFound'
      expect(briefOf(await buyer.get(path))).toBe(gone)
      expect(briefOf(await buyer.patch(path, {}))).toBe(gone)
      expect(briefOf(await buyer.post(`${path}/confirm`, {}))).toBe(gone)
      expect(briefOf(await buyer.get(`${path}/stream`))).toBe(gone)
    },
  )
})

describe('a checkout that is not open', () => {
  it('cannot be changed', async () => {
    const checkout = await newCheckout(seller, [course])
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    const closed = '403 NotOpenCheckout'
    expect(await briefPatch(checkout, { customer_name: 'Late' })).toBe(closed)
    expect(briefOf(await confirm(buyer, checkout))).toBe(closed)
    expect(briefOf(await seller.patch(`/checkouts/${checkout.id}`, {}))).toBe(closed)
    expect(await buyer.get(pathOf(checkout))).toMatchObject({ status: 200 })
  })
})
