import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { licenseKeyId, licenseKeyStatuses } from '../entitlements/license-key-shapes.ts'
import { operation } from '../operation.ts'
import { invoiceKinds } from '../orders/invoices.ts'
import { orderId, orderStatuses } from '../orders/order-shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, minorUnits } from '../primitives.ts'

export const searchTextLengthMax = 256
const resultsDefault = 5
const resultsMax = 20

const customerShape = {
  id: customerId,
  name: z.nullable(z.string()),
  email: z.string(),
}

/** The best first; null for callers who may not read them. */
const results = <T extends z.core.$ZodType>(item: T) => z.nullable(z.array(item))

const FoundOrder = z.object({
  id: orderId,
  /** Of the invoice or credit note that was found. */
  number: z.string(),
  kind: z.enum(invoiceKinds),
  status: z.enum(orderStatuses),
  totalAmount: minorUnits,
  currency,
  customer: z.object(customerShape),
})

const FoundLicenseKey = z.object({
  id: licenseKeyId,
  displayKey: z.string(),
  status: z.enum(licenseKeyStatuses),
  benefitId,
  customer: z.object(customerShape),
})

export const FoundObjects = z.object({
  customers: results(z.object({ ...customerShape, externalId: z.nullable(z.string()) })),
  orders: results(FoundOrder),
  licenseKeys: results(FoundLicenseKey),
})
export type FoundObjects = z.output<typeof FoundObjects>

export const searchObjects = operation({
  ...forSellers,
  tag: 'Search',
  name: 'searchObjects',
  reads: 'replica',
  method: 'GET',
  path: '/v1/search',
  summary: 'Search customers, orders and license keys',
  description:
    'Customers are found by the beginning of their email address or of a word of their name, and by ' +
    'their external id; orders by the number of an invoice or credit note; license keys by their last ' +
    'six characters. Upper and lower case are the same, except in external ids. Kinds that the ' +
    'caller has no scope for are null.',
  may: 'organizations:read',
  query: z.object({
    organizationId: anyOf(organizationId),
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(searchTextLengthMax)),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(resultsMax)), resultsDefault),
  }),
  returns: FoundObjects,
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})
