import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type OwnOrganization,
  organizationsQuery,
} from '#/entities/organization/own-organizations.ts'
import { roleText } from '#/entities/organization/roles.ts'
import { OwnInvitations } from '#/features/organizations/create/own-invitations.tsx'
import { OrganizationMark } from '#/features/organizations/organization-mark.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'

/**
 * Links for an invitation that can’t be accepted: other invitations, the user’s organizations, the
 * dashboard.
 */
export function OtherDestinations({ children }: { children: ReactNode }) {
  const { data: own } = useSuspenseQuery(organizationsQuery)
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{children}</p>
      <OwnInvitations />
      {own.length > 0 ? (
        <Card flush title="Your organizations">
          <Entries count={own.length} empty={null}>
            {own.map((organization) => (
              <OrganizationEntry key={organization.id} organization={organization} />
            ))}
          </Entries>
        </Card>
      ) : (
        <div>
          <Link to="/dashboard" className={buttonClasses({})}>
            Go to the dashboard
          </Link>
        </div>
      )}
    </div>
  )
}

function OrganizationEntry({ organization }: { organization: OwnOrganization }) {
  const { name, slug, logo, role } = organization
  return (
    <Entry
      icon={<OrganizationMark name={name} logo={logo} />}
      title={<span className="min-w-0 wrap-anywhere">{name}</span>}
      action={
        <Link to="/dashboard/$slug" params={{ slug }} className={buttonClasses({ size: 's' })}>
          Open<span className="sr-only"> {name}</span>
        </Link>
      }
    >
      <span>{roleText(role)}</span>
    </Entry>
  )
}
