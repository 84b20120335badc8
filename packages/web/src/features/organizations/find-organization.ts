import type { QueryClient } from '@tanstack/react-query'
import { type OwnOrganization, organizationsQuery } from '../../lib/own-organizations.ts'

/**
 * One's own organization of that address. One that isn't known yet may be new: somebody joined or
 * was added, or it was renamed, since the list was asked for.
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

/** Where the start leads: what was last open, else the first; null where there is none. */
export async function startOrganization(
  queryClient: QueryClient,
  activeId: string | null,
): Promise<OwnOrganization | null> {
  const fresh = await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
  return fresh.find(({ id }) => id === activeId) ?? fresh[0] ?? null
}
