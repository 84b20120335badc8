import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

/** What is named always wins over what is active, so that two tabs don't get in each other's way. */
export const decideOrganization = (
  named: Id<'organization'> | undefined,
  active: Id<'organization'> | null,
): Id<'organization'> | Refusal<'no_active_organization'> =>
  named ?? active ?? refuse('no_active_organization')

export type OrganizationNamed = { readonly id: Id<'organization'> } | { readonly slug: string }

interface Names {
  readonly organizationId?: Id<'organization'> | null | undefined
  readonly organizationSlug?: string | undefined
}

/**
 * Which organization is asked for; null for none. The slug wins over the id, an empty one names
 * nothing; without any name it is the active one, and an id of null is none whatever is active.
 */
export function decideOrganizationNamed(
  { organizationId, organizationSlug }: Names,
  active: Id<'organization'> | null,
): OrganizationNamed | null {
  if (organizationSlug !== undefined && organizationSlug !== '') return { slug: organizationSlug }
  const id = organizationId === undefined ? active : organizationId
  return id === null ? null : { id }
}
