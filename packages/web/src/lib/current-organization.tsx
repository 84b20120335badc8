import { createContext, type ReactNode, use } from 'react'
import type { OwnOrganization } from './own-organizations.ts'

const CurrentOrganization = createContext<OwnOrganization | null>(null)

interface InOrganizationProps {
  organization: OwnOrganization
  children: ReactNode
}

/** Whose pages these are; every call they make names this one, whatever the session has active. */
export function InOrganization({ organization, children }: InOrganizationProps) {
  return <CurrentOrganization value={organization}>{children}</CurrentOrganization>
}

/** As of now, with one's own role there. */
export function useOrganization(): OwnOrganization {
  const organization = use(CurrentOrganization)
  if (organization === null) throw new Error('Nothing above this says which organization it is.')
  return organization
}
