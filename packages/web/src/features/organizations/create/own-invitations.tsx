import { useQuery } from '@tanstack/react-query'
import { roleWords } from '../../../lib/roles.ts'
import { buttonLook } from '../../../ui/button-look.ts'
import { Card } from '../../../ui/card.tsx'
import { Entries, Entry } from '../../../ui/entries.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { Time } from '../../../ui/time.tsx'
import { type OwnInvitation, ownInvitationsQuery } from '../organization-queries.ts'

/** The organizations that wait for one; nothing where none does. */
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
        <a href={`/accept-invitation/${id}`} className={buttonLook({})}>
          View<span className="sr-only"> the invitation to {organizationName}</span>
        </a>
      }
    >
      <span>as {roleWords(role)}</span>
      <span>
        ends <Time at={expiresAt} />
      </span>
    </Entry>
  )
}
