import type { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import { type Currency, currency, type Id, id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { documentsToNumber } from '../src/domains/orders/store/invoice-numbers.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import { jsonText } from '../src/platform/database/json.ts'
import { newId } from '../src/platform/ids.ts'
import { newCustomer } from './customers.ts'
import { noteWork } from './note-work.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import { fixedPrice, newProduct } from './products.ts'
import { type BillingCalls, newBackend } from './sellers.ts'
import type { TestServer } from './server.ts'

const fullAddress = {
  line1: '1 High Street',
  line2: null,
  postalCode: '12345',
  city: 'Springfield',
  state: null,
  country: 'DE',
}

export interface Shop {
  readonly organization: OwnedOrganization
  readonly calls: BillingCalls
  readonly customerId: Id<'customer'>
  readonly productId: Id<'product'>
}

/** An organization with a customer and a product. */
export async function newShop(server: TestServer, organization: OwnedOrganization): Promise<Shop> {
  const calls = await newBackend(server, organization, [
    'organizations:write',
    'products:write',
    'customers:write',
    'orders:write',
  ])
  const customer = await newCustomer(calls, { name: 'Lovelace' })
  const product = await newProduct(calls, { prices: [fixedPrice()] })
  return {
    organization,
    calls,
    customerId: idOf('customer').parse(customer.id),
    productId: idOf('product').parse(product.id),
  }
}

interface OrderFields {
  readonly status?: Extract<OrderStatus, 'pending' | 'paid'>
  readonly paidAt?: Date
  readonly billingName?: string | null
  readonly billingAddress?: object | null
  readonly amounts?: readonly number[]
  readonly discountAmount?: number
  readonly taxAmount?: number
  readonly tax?: { readonly reason: string; readonly rate: object | null }
  readonly taxId?: readonly [string, string] | null
  readonly currency?: string
}

/** The row of an order, without a purchase. */
export async function newOrderRow(
  { database: { kysely } }: Pick<TestServer, 'database'>,
  { organization, customerId, productId }: Shop,
  fields: OrderFields = {},
): Promise<Id<'order'>> {
  const { status = 'paid', paidAt = systemClock.now(), amounts = [1000] } = fields
  const { discountAmount = 0, taxAmount = 0, taxId = null, tax } = fields
  const { billingName = 'Ada Lovelace', billingAddress = fullAddress } = fields
  const subtotal = amounts.reduce((all, amount) => all + amount, 0)
  const organizationId = idOf('organization').parse(organization.id)
  const id = newId('order')
  await kysely
    .insertInto('orders')
    .values({
      organizationId,
      id,
      status,
      billingReason: 'purchase',
      customerId,
      productId,
      currency: currencyOf(fields.currency ?? 'eur'),
      subtotalAmount: minorUnits(subtotal),
      discountAmount: minorUnits(discountAmount),
      netAmount: minorUnits(subtotal - discountAmount),
      taxAmount: minorUnits(taxAmount),
      totalAmount: minorUnits(subtotal - discountAmount + taxAmount),
      taxabilityReason: tax?.reason ?? 'not_collecting',
      taxRate: tax?.rate == null ? null : jsonText(JSON.parse(JSON.stringify(tax.rate))),
      billingName,
      billingAddress: billingAddress && jsonText(JSON.parse(JSON.stringify(billingAddress))),
      taxId: taxId?.[0] ?? null,
      taxIdFormat: taxId?.[1] ?? null,
      createdAt: paidAt,
      paidAt: status === 'paid' ? paidAt : null,
    })
    .execute()
  if (status === 'paid') await noteWork({ kysely }, documentsToNumber)
  const items = amounts.map((amount, position) => ({
    organizationId,
    id: newId('orderItem'),
    orderId: id,
    position,
    label: `Course ${position + 1}`,
    amount: minorUnits(amount),
    discountAmount: minorUnits(0),
    taxAmount: minorUnits(0),
    proration: false,
    createdAt: paidAt,
  }))
  await kysely.insertInto('orderItem').values(items).execute()
  return id
}

const currencyOf = (text: string): Currency => z.parse(currency, text)
