import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { licenseKeyExportColumns } from './license-key-export-columns.ts'
import {
  ActivationWithKey,
  LicenseKey,
  LicenseKeyWithActivations,
  ListedLicenseKey,
  licenseActivationId,
  licenseKeyId,
  licenseKeyStatuses,
} from './license-key-shapes.ts'

const numberMax = 2_147_483_647
const overlapSecondsMax = 30 * 86_400
const overlapSecondsDefault = 86_400

const ofKeys = { ...forSellers, tag: 'License keys' } as const
const readsKeys = { ...ofKeys, method: 'GET', may: 'license_keys:read', status: 200 } as const
const writesKeys = { ...ofKeys, may: 'license_keys:write' } as const

const params = z.object({ id: licenseKeyId })
const activationParams = z.object({ id: licenseKeyId, activationId: licenseActivationId })

const pages = listing(['created_at', 'expires_at', 'usage', 'last_validated_at'], ['created_at'])

const filters = {
  organizationId: anyOf(organizationId),
  benefitId: anyOf(benefitId),
  customerId: anyOf(customerId),
  status: anyOf(z.enum(licenseKeyStatuses)),
}

export const listLicenseKeys = operation({
  ...readsKeys,
  name: 'listLicenseKeys',
  reads: 'replica',
  path: '/v1/license-keys/',
  summary: 'List license keys',
  description:
    'Keys that never expire are sorted last by `expires_at`, and keys that were never checked by ' +
    '`last_validated_at`.',
  query: z.object({ ...pages, ...filters }),
  returns: listOf(ListedLicenseKey),
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const exportLicenseKeys = operation({
  ...readsKeys,
  name: 'exportLicenseKeys',
  reads: 'replica',
  path: '/v1/license-keys/export',
  summary: 'Export license keys as CSV',
  description:
    'All license keys that match the filters of the list, in its order, as they are at one instant. ' +
    'A key is shown by its last characters, as `display_key`. `columns` chooses and orders the ' +
    'columns. The response is `text/csv`, or the same file as a JSON string for callers that accept ' +
    '`application/json`.',
  query: z.object({
    ...filters,
    sorting: pages.sorting,
    columns: anyOf(z.enum(licenseKeyExportColumns)),
  }),
  returns: z.string(),
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations', 'too_busy'],
})

export const getLicenseKey = operation({
  ...readsKeys,
  name: 'getLicenseKey',
  path: '/v1/license-keys/:id',
  summary: 'Get a license key with its activations',
  params,
  returns: LicenseKeyWithActivations,
  refuses: [...callRefusals, 'not_found'],
})

export const getLicenseActivation = operation({
  ...readsKeys,
  name: 'getLicenseActivation',
  path: '/v1/license-keys/:id/activations/:activationId',
  summary: 'Get an activation of a license key',
  params: activationParams,
  returns: ActivationWithKey,
  refuses: [...callRefusals, 'not_found'],
})

const limit = z.nullish(z.int().check(z.minimum(1), z.maximum(numberMax)))

export const updateLicenseKey = operation({
  ...writesKeys,
  name: 'updateLicenseKey',
  method: 'PATCH',
  path: '/v1/license-keys/:id',
  summary: 'Update a license key',
  description:
    'Fields that are left out stay as they are. The limits and the expiry of this key then no longer follow its benefit; null removes a limit or the expiry.',
  params,
  body: z.object({
    status: z.nullish(z.enum(licenseKeyStatuses)),
    usage: z.optional(z.int().check(z.minimum(0), z.maximum(numberMax))),
    limitActivations: limit,
    limitUsage: limit,
    expiresAt: z.nullish(instant),
  }),
  returns: LicenseKey,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'license_key_not_held'],
})

export const rotateLicenseKey = operation({
  ...writesKeys,
  name: 'rotateLicenseKey',
  method: 'POST',
  path: '/v1/license-keys/:id/rotate',
  summary: 'Replace a license key',
  description:
    'The customer gets another key with the same limits, usage and activations. Until the overlap ends, the former key is accepted too.',
  params,
  body: z.object({
    overlapSeconds: z._default(
      z.int().check(z.minimum(0), z.maximum(overlapSecondsMax)),
      overlapSecondsDefault,
    ),
  }),
  returns: LicenseKey,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'license_key_not_held'],
})

export const removeLicenseActivation = operation({
  ...writesKeys,
  name: 'removeLicenseActivation',
  method: 'DELETE',
  path: '/v1/license-keys/:id/activations/:activationId',
  summary: 'Remove an activation of a license key',
  params: activationParams,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
