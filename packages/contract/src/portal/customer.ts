import * as z from 'zod/mini'
import { addressInput } from '../customers/address.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { customerEmail } from '../customers/shapes.ts'
import { lineOfText } from '../customers/text.ts'
import { endpoint } from '../endpoint.ts'
import { PortalCustomer } from './portal-shapes.ts'

const nameLengthMax = 256
const taxNumberLengthMax = 64

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const

export const getPortalCustomer = endpoint({
  ...ofPortal,
  name: 'getPortalCustomer',
  method: 'GET',
  path: '/v1/customer-portal/customers/me',
  summary: 'Get the customer whose session this is',
  returns: PortalCustomer,
  status: 200,
  refuses: sessionRefusals,
})

export const updatePortalCustomer = endpoint({
  ...ofPortal,
  name: 'updatePortalCustomer',
  method: 'PATCH',
  path: '/v1/customer-portal/customers/me',
  summary: 'Change what a customer says of themselves',
  description:
    'A tax id takes a billing address, whose country tells how it is written. Another email ' +
    'address is not verified.',
  body: z.object({
    email: z.nullish(customerEmail),
    name: z.nullish(lineOfText(nameLengthMax)),
    billingAddress: z.nullish(addressInput),
    /** As it is printed; an empty one is none. */
    taxId: z.nullish(z.string().check(z.trim(), z.maxLength(taxNumberLengthMax))),
  }),
  returns: PortalCustomer,
  status: 200,
  refuses: [
    ...sessionRefusals,
    'customer_email_taken',
    'checkout_tax_id_invalid',
    'checkout_tax_id_country_missing',
  ],
})
