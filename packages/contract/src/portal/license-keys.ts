import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import {
  callerRefusals,
  forCustomersAndBuyers,
  sessionRefusals,
} from '../customers/for-customers.ts'
import {
  LicenseKey,
  LicenseKeyWithActivations,
  licenseKeyId,
} from '../entitlements/license-key-shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'

const ofPortal = {
  ...forCustomersAndBuyers,
  tag: 'Customer portal',
  method: 'GET',
  status: 200,
} as const

export const listPortalLicenseKeys = operation({
  ...ofPortal,
  name: 'listPortalLicenseKeys',
  path: '/v1/customer-portal/license-keys/',
  summary: 'List the license keys that a customer holds',
  description:
    'Revoked keys are left out. A session of a single purchase sees the keys of that purchase, ' +
    'with a nil `customer_id` and nothing of the customer but the typed address.',
  query: z.object({
    ...listing(['created_at'], ['created_at']),
    organizationId: anyOf(organizationId),
    benefitId: anyOf(benefitId),
  }),
  returns: listOf(LicenseKey),
  refuses: callerRefusals,
})

export const getPortalLicenseKey = operation({
  ...ofPortal,
  name: 'getPortalLicenseKey',
  path: '/v1/customer-portal/license-keys/:id',
  summary: 'Get a license key that a customer holds',
  description:
    'The activations are empty unless the benefit lets customers remove them, and for a session of a ' +
    'single purchase.',
  params: z.object({ id: licenseKeyId }),
  returns: LicenseKeyWithActivations,
  refuses: [...sessionRefusals, 'not_found'],
})
