import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { customerStatuses } from '../subscriptions/customer-statuses.ts'
import { customerExportColumns } from './export-columns.ts'
import { Customer, customerDetails, customerEmail, customerId, externalId } from './shapes.ts'

const searchLengthMax = 256

const ofCustomers = { ...forSellers, tag: 'Customers' } as const
const mayRead = 'customers:read'
const mayWrite = 'customers:write'

const ofOne = z.object({ id: customerId })
const ofExternal = z.object({ externalId })
/** External ids are unique per organization. */
const inPlace = z.object({ organizationId: anyOf(organizationId) })

const deletion = {
  /** Otherwise a customer with a balance isn’t deleted. */
  forfeitBalance: z._default(z.boolean(), false),
  /** Erases what is personal as soon as nothing of the customer is under way. */
  anonymize: z._default(z.boolean(), false),
}
const balanceRefusals = ['customer_has_balance', 'customer_balance_reserved'] as const

const listRefusals = ['organization_id_missing', 'several_organizations'] as const
const takenRefusals = ['customer_email_taken', 'customer_external_id_taken'] as const

const changes = { ...customerDetails, email: z.nullish(customerEmail) }

const pages = listing(['created_at', 'email', 'name'], ['-created_at'])

const filters = {
  organizationId: anyOf(organizationId),
  /** The full address, in any case. */
  email: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  /** As `GET /v1/customer-statuses/` answers it. */
  status: anyOf(z.enum(customerStatuses)),
  metadata: metadataFilter,
}

export const listCustomers = operation({
  ...ofCustomers,
  name: 'listCustomers',
  reads: 'replica',
  method: 'GET',
  path: '/v1/customers/',
  summary: 'List customers',
  description:
    '`query` matches parts of the name, the email address and the external id; `status` is how it ' +
    'stands with the customer, as `GET /v1/customer-statuses/` answers it.',
  may: mayRead,
  query: z.object({ ...pages, ...filters }),
  returns: listOf(Customer),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const exportCustomers = operation({
  ...ofCustomers,
  name: 'exportCustomers',
  reads: 'replica',
  method: 'GET',
  path: '/v1/customers/export',
  summary: 'Export customers as CSV',
  description:
    'All customers that match the filters of the list, in its order, as they are at one instant. ' +
    'Columns are named like the fields of a customer; `columns` chooses and orders them. The response is `text/csv`, or the same file ' +
    'as a JSON string for callers that accept `application/json`.',
  may: mayRead,
  query: z.object({
    ...filters,
    sorting: pages.sorting,
    columns: anyOf(z.enum(customerExportColumns)),
  }),
  returns: z.string(),
  status: 200,
  refuses: [...callRefusals, ...listRefusals, 'too_busy'],
})

export const createCustomer = operation({
  ...ofCustomers,
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers/',
  summary: 'Create a customer',
  may: mayWrite,
  body: z.object({
    ...customerDetails,
    organizationId: z.nullish(organizationId),
    email: customerEmail,
    externalId: z.nullish(externalId),
  }),
  returns: Customer,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...takenRefusals],
})

export const getCustomer = operation({
  ...ofCustomers,
  name: 'getCustomer',
  method: 'GET',
  path: '/v1/customers/:id',
  summary: 'Get a customer',
  may: mayRead,
  params: ofOne,
  returns: Customer,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateCustomer = operation({
  ...ofCustomers,
  name: 'updateCustomer',
  method: 'PATCH',
  path: '/v1/customers/:id',
  summary: 'Update a customer',
  description:
    'The external id can be set once. A new email address is not verified, and ends the sessions ' +
    'of the customer. A new billing address or tax id holds for the customer’s subscriptions, too; ' +
    'while something is billed to it, the address must say enough for tax.',
  may: mayWrite,
  params: ofOne,
  body: z.object({ ...changes, externalId: z.nullish(externalId) }),
  returns: Customer,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    ...takenRefusals,
    'customer_external_id_fixed',
    'billing_address_needed',
  ],
})

export const deleteCustomer = operation({
  ...ofCustomers,
  name: 'deleteCustomer',
  method: 'DELETE',
  path: '/v1/customers/:id',
  summary: 'Delete a customer',
  description:
    'Frees the email address and the external id, and ends customer sessions. A balance is paid out ' +
    'or adjusted before, or forfeited to the seller with `forfeit_balance`. `anonymize` also erases ' +
    'name, addresses, external id, metadata and what events say of the customer, once nothing of ' +
    'them is under way. Orders keep what their invoices say.',
  may: mayWrite,
  params: ofOne,
  query: z.object(deletion),
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found', ...balanceRefusals],
})

export const getExternalCustomer = operation({
  ...ofCustomers,
  name: 'getExternalCustomer',
  method: 'GET',
  path: '/v1/customers/external/:externalId',
  summary: 'Get a customer by external id',
  may: mayRead,
  params: ofExternal,
  query: inPlace,
  returns: Customer,
  status: 200,
  refuses: [...callRefusals, ...listRefusals, 'not_found'],
})

export const updateExternalCustomer = operation({
  ...ofCustomers,
  name: 'updateExternalCustomer',
  method: 'PATCH',
  path: '/v1/customers/external/:externalId',
  summary: 'Update a customer by external id',
  may: mayWrite,
  params: ofExternal,
  query: inPlace,
  body: z.object(changes),
  returns: Customer,
  status: 200,
  refuses: [
    ...callRefusals,
    ...listRefusals,
    'not_found',
    'customer_email_taken',
    'billing_address_needed',
  ],
})

export const upsertCustomer = operation({
  ...ofCustomers,
  name: 'upsertCustomer',
  method: 'PUT',
  path: '/v1/customers/external/:externalId',
  summary: 'Create or update a customer by external id',
  description:
    'Creates the customer or updates the given fields; absent fields stay. Returns 200 either ' +
    'way, so a backend can send its data without checking first.',
  may: mayWrite,
  params: ofExternal,
  body: z.object({
    ...customerDetails,
    organizationId: z.nullish(organizationId),
    email: customerEmail,
  }),
  returns: Customer,
  status: 200,
  refuses: [...callRefusals, ...placeRefusals, 'customer_email_taken', 'billing_address_needed'],
})

export const deleteExternalCustomer = operation({
  ...ofCustomers,
  name: 'deleteExternalCustomer',
  method: 'DELETE',
  path: '/v1/customers/external/:externalId',
  summary: 'Delete a customer by external id',
  may: mayWrite,
  params: ofExternal,
  query: z.extend(inPlace, deletion),
  returns: null,
  status: 204,
  refuses: [...callRefusals, ...listRefusals, 'not_found', ...balanceRefusals],
})
