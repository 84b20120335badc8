import * as z from 'zod/mini'
import { addressInput } from '../customers/address.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { customerEmail } from '../customers/shapes.ts'
import { lineOfText } from '../customers/text.ts'
import { callerGuessLimit } from '../identity/limits.ts'
import { operation } from '../operation.ts'
import { mailedCode } from './mailed-code.ts'
import { PortalCustomer } from './portal-shapes.ts'

const nameLengthMax = 256
const taxNumberLengthMax = 64

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const

export const getPortalCustomer = operation({
  ...ofPortal,
  name: 'getPortalCustomer',
  method: 'GET',
  path: '/v1/customer-portal/customers/me',
  summary: 'Get the customer of the session',
  returns: PortalCustomer,
  status: 200,
  refuses: sessionRefusals,
})

export const updatePortalCustomer = operation({
  ...ofPortal,
  name: 'updatePortalCustomer',
  method: 'PATCH',
  path: '/v1/customer-portal/customers/me',
  summary: 'Update the customer of the session',
  description:
    'A tax id needs a billing address, because its format depends on the country. A code is mailed ' +
    'to a new email address, which is `pending_email` until the code is confirmed; `email` stays ' +
    'until then. The current address withdraws the request. A new billing address or tax id holds ' +
    'for all open subscriptions; while one is billed, the address must say enough for tax.',
  body: z.object({
    email: z.nullish(customerEmail),
    name: z.nullish(lineOfText(nameLengthMax)),
    billingAddress: z.nullish(addressInput),
    /** Empty removes it. */
    taxId: z.nullish(z.string().check(z.trim(), z.maxLength(taxNumberLengthMax))),
  }),
  returns: PortalCustomer,
  status: 200,
  refuses: [
    ...sessionRefusals,
    'portal_email_change_off',
    'checkout_tax_id_invalid',
    'checkout_tax_id_country_missing',
    'billing_address_needed',
  ],
})

export const confirmPortalEmail = operation({
  ...ofPortal,
  name: 'confirmPortalEmail',
  method: 'POST',
  path: '/v1/customer-portal/customers/me/email',
  summary: 'Confirm a new email address with a mailed code',
  description:
    'The code works once, for half an hour. The customer’s other sessions end, and the former ' +
    'address is notified.',
  body: z.object({ code: mailedCode }),
  idempotent: false,
  returns: PortalCustomer,
  status: 200,
  refuses: [...sessionRefusals, 'portal_email_code_invalid', 'customer_email_taken'],
  rateLimit: callerGuessLimit,
})
