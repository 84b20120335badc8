import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

/** An explicit id wins over the session's active organization, so two tabs don't interfere. */
export const resolveActiveOrganization = (
  requested: Id<'organization'> | undefined,
  active: Id<'organization'> | null,
  refusal: NoOrganization = 'no_active_organization',
): Id<'organization'> | Refusal<NoOrganization> => requested ?? active ?? refuse(refusal)

/** The code if there is neither, which differs between calls. */
export type NoOrganization = 'no_active_organization' | 'organization_not_found'

export type OrganizationKey = { readonly id: Id<'organization'> } | { readonly slug: string }

interface Reference {
  readonly organizationId?: Id<'organization'> | null | undefined
  readonly organizationSlug?: string | undefined
}

/**
 * Null for no organization. The slug wins over the id, and an empty slug counts as absent. Without
 * either, it is the active organization; an id of null means none even if one is active.
 */
export function resolveOrganizationKey(
  { organizationId, organizationSlug }: Reference,
  active: Id<'organization'> | null,
): OrganizationKey | null {
  if (organizationSlug !== undefined && organizationSlug !== '') return { slug: organizationSlug }
  const id = organizationId === undefined ? active : organizationId
  return id === null ? null : { id }
}
