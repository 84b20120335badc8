import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import {
  LicenseKey,
  LicenseKeyWithActivations,
  licenseKeyId,
} from '../entitlements/license-key-shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'

const ofPortal = { ...forCustomers, tag: 'Customer portal', method: 'GET', status: 200 } as const

export const listPortalLicenseKeys = operation({
  ...ofPortal,
  name: 'listPortalLicenseKeys',
  path: '/v1/customer-portal/license-keys/',
  summary: 'List the license keys that a customer holds',
  description: 'Revoked keys are left out.',
  query: z.object({
    ...listing(['created_at'], ['created_at']),
    organizationId: anyOf(organizationId),
    benefitId: anyOf(benefitId),
  }),
  returns: listOf(LicenseKey),
  refuses: sessionRefusals,
})

export const getPortalLicenseKey = operation({
  ...ofPortal,
  name: 'getPortalLicenseKey',
  path: '/v1/customer-portal/license-keys/:id',
  summary: 'Get a license key that a customer holds',
  description: 'The activations are empty unless the benefit lets customers remove them.',
  params: z.object({ id: licenseKeyId }),
  returns: LicenseKeyWithActivations,
  refuses: [...sessionRefusals, 'not_found'],
})
