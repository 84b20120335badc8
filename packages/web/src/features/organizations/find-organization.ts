import type { QueryClient } from '@tanstack/react-query'
import {
  type OwnOrganization,
  organizationsQuery,
} from '#/entities/organization/own-organizations.ts'

/**
 * The user’s organization with this slug. Refetches the list if it is unknown, because the user may
 * have joined it, or it was renamed.
 */
export async function findOrganization(
  queryClient: QueryClient,
  slug: string,
): Promise<OwnOrganization | null> {
  const hasSlug = (organization: OwnOrganization) => organization.slug === slug
  const known = await queryClient.ensureQueryData(organizationsQuery)
  const found = known.find(hasSlug)
  if (found !== undefined) return found
  const fresh = await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
  return fresh.find(hasSlug) ?? null
}

/** The last active organization, else the first; null if there is none. */
export async function startOrganization(
  queryClient: QueryClient,
  activeId: string | null,
): Promise<OwnOrganization | null> {
  const fresh = await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
  return fresh.find(({ id }) => id === activeId) ?? fresh[0] ?? null
}
