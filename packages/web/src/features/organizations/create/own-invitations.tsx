import { useQuery } from '@tanstack/react-query'
import { roleText } from '#/entities/organization/roles.ts'
import {
  type OwnInvitation,
  ownInvitationsQuery,
} from '#/features/organizations/organization-queries.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Logo } from '#/ui/logo.tsx'
import { Time } from '#/ui/time.tsx'

/** The user’s open invitations, if any. */
export function OwnInvitations() {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery)
  if (invitations.length === 0) return null
  return (
    <Card flush title="You are invited">
      <Entries count={invitations.length} empty={null}>
        {invitations.map((invitation) => (
          <InvitationEntry key={invitation.id} invitation={invitation} />
        ))}
      </Entries>
    </Card>
  )
}

function InvitationEntry({ invitation }: { invitation: OwnInvitation }) {
  const { id, organizationName, role, expiresAt } = invitation
  return (
    <Entry
      icon={<Logo name={organizationName} />}
      title={organizationName}
      action={
        <a href={`/accept-invitation/${id}`} className={buttonClasses({})}>
          View<span className="sr-only"> the invitation to {organizationName}</span>
        </a>
      }
    >
      <span>as {roleText(role)}</span>
      <span>
        ends <Time at={expiresAt} />
      </span>
    </Entry>
  )
}
