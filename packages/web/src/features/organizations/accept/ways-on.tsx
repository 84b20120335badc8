import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type OwnOrganization, organizationsQuery } from '../../../lib/own-organizations.ts'
import { roleWords } from '../../../lib/roles.ts'
import { buttonLook } from '../../../ui/button-look.ts'
import { Card } from '../../../ui/card.tsx'
import { Entries, Entry } from '../../../ui/entries.tsx'
import { OwnInvitations } from '../create/own-invitations.tsx'
import { OrganizationMark } from '../organization-mark.tsx'

/** Where this invitation leads nowhere: other ones, the organizations that one is in, the start. */
export function WaysOn({ children }: { children: ReactNode }) {
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
          <Link to="/dashboard" className={buttonLook({})}>
            Go to the start
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
        <Link to="/dashboard/$slug" params={{ slug }} className={buttonLook({ size: 's' })}>
          Open<span className="sr-only"> {name}</span>
        </Link>
      }
    >
      <span>{roleWords(role)}</span>
    </Entry>
  )
}
