import { createContext, type ReactNode, use } from 'react'
import type { OwnOrganization } from './own-organizations.ts'

const CurrentOrganization = createContext<OwnOrganization | null>(null)

interface OrganizationProviderProps {
  organization: OwnOrganization
  children: ReactNode
}

/**
 * The organization of the pages below. Calls name it explicitly, because the session may have
 * another active one.
 */
export function OrganizationProvider({ organization, children }: OrganizationProviderProps) {
  return <CurrentOrganization value={organization}>{children}</CurrentOrganization>
}

/** The current organization, including the user's role in it. */
export function useOrganization(): OwnOrganization {
  const organization = use(CurrentOrganization)
  if (organization === null)
    throw new Error('useOrganization needs an OrganizationProvider above it.')
  return organization
}
