import { type createBenefit, getBenefit, listBenefits } from '@guildhall/contract/benefits/benefits'
import { getDiscordGuild, listGitHubRepositories } from '@guildhall/contract/benefits/connections'
import { type Benefit, benefitId } from '@guildhall/contract/benefits/shapes'
import { listProducts } from '@guildhall/contract/catalog/products'
import { previewBenefitDeletion } from '@guildhall/contract/entitlements/changes'
import { listFiles } from '@guildhall/contract/files/files'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { BenefitsView } from './benefits-view.ts'

export type { Benefit } from '@guildhall/contract/benefits/shapes'
export type NewBenefit = BodyInput<typeof createBenefit>
export type OfferedFile = ResponseOf<typeof listFiles>['items'][number]
export type Guild = ResponseOf<typeof getDiscordGuild>
export type Repositories = ResponseOf<typeof listGitHubRepositories>

const benefitsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'benefits'] as const

export const benefitsQuery = (organizationId: OrganizationId, { type, ...view }: BenefitsView) =>
  queryOptions({
    queryKey: [...benefitsKey(organizationId), 'page', { type, ...view }],
    queryFn: ({ signal }) => {
      const asked = { ...listRequest(view), ...(type && { type: [type] }) }
      const query = { ...asked, organizationId: [organizationId] }
      return api.call(listBenefits, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

/** Null if the organization has no benefit with this id. */
export const benefitQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...benefitsKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Benefit | null> => {
      const asked = z.safeParse(benefitId, id)
      if (!asked.success) return null
      const benefit = await nullIfMissing(
        api.call(getBenefit, { params: { id: asked.data }, signal }),
      )
      return benefit?.organizationId === organizationId ? benefit : null
    },
  })

const productsShownMax = 100

/** The products that include it. */
export const productsWithQuery = (organizationId: OrganizationId, id: Benefit['id']) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'products', 'with-benefit', id],
    queryFn: ({ signal }) =>
      api.call(listProducts, {
        query: { organizationId: [organizationId], benefitId: [id], limit: productsShownMax },
        signal,
      }),
  })

/** Who would lose it. */
export const deletionQuery = (organizationId: OrganizationId, id: Benefit['id']) =>
  queryOptions({
    queryKey: [...benefitsKey(organizationId), 'one', id, 'deletion'],
    queryFn: ({ signal }) => api.call(previewBenefitDeletion, { params: { id }, signal }),
    staleTime: 0,
  })

/** The files with these ids that still exist. */
export const filesQuery = (organizationId: OrganizationId, ids: readonly OfferedFile['id'][]) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'files', ids],
    queryFn: ({ signal }) =>
      ids.length === 0
        ? []
        : allPages((page) =>
            api.call(listFiles, {
              query: { ...page, organizationId: [organizationId], ids: [...ids] },
              signal,
            }),
          ),
  })

/** The Discord server that a token stands for, with its roles. */
export const guildQuery = (organizationId: OrganizationId, guildToken: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'discord-guild', guildToken],
    queryFn: ({ signal }) =>
      api.call(getDiscordGuild, { body: { organizationId, guildToken }, signal }),
    enabled: guildToken !== '',
  })

export const repositoriesQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'github-repositories'],
    queryFn: ({ signal }) =>
      api.call(listGitHubRepositories, { query: { organizationId: [organizationId] }, signal }),
  })
