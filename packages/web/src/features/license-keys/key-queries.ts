import { licenseKeyId } from '@guildhall/contract/entitlements/license-key-shapes'
import { getLicenseKey, listLicenseKeys } from '@guildhall/contract/entitlements/license-keys'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'

export type ListedKey = ResponseOf<typeof listLicenseKeys>['items'][number]
export type LicenseKey = ResponseOf<typeof getLicenseKey>
export type Activation = LicenseKey['activations'][number]

const keysKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'license-keys'] as const

export const keysPerPage = 10

interface OfBenefit {
  benefitId: ListedKey['benefitId']
  page: number
}

/** The newest first. */
export const keysQuery = (organizationId: OrganizationId, { benefitId, page }: OfBenefit) =>
  queryOptions({
    queryKey: [...keysKey(organizationId), 'of-benefit', benefitId, page],
    queryFn: ({ signal }) =>
      api.call(listLicenseKeys, {
        query: {
          organizationId: [organizationId],
          benefitId: [benefitId],
          sorting: ['-created_at'],
          page,
          limit: keysPerPage,
        },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })

/** Null if the organization has no key with this id. */
export const keyQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...keysKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<LicenseKey | null> => {
      const asked = z.safeParse(licenseKeyId, id)
      if (!asked.success) return null
      const key = await nullIfMissing(
        api.call(getLicenseKey, { params: { id: asked.data }, signal }),
      )
      return key?.organizationId === organizationId ? key : null
    },
    // Applications use it meanwhile.
    staleTime: 0,
  })
