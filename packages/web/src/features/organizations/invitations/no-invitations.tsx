import MailOpen from 'lucide-react/icons/mail-open'
import MailPlus from 'lucide-react/icons/mail-plus'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'

interface NoInvitationsProps {
  show: 'open' | 'past'
  /** Whether the search excludes existing invitations. */
  isNarrowed: boolean
  onClear: () => void
}

/** The empty state of the list. */
export function NoInvitations({ show, isNarrowed, onClear }: NoInvitationsProps) {
  if (isNarrowed) {
    return (
      <NoMatch noun="invitations" onClear={onClear}>
        No invitation was sent to an address like this.
      </NoMatch>
    )
  }
  return show === 'open' ? <NoneOpen /> : <NonePast />
}

function NoneOpen() {
  const { role } = useOrganization()
  if (!mayIn(role, 'invitation', 'create')) {
    return (
      <EmptyState icon={<MailPlus />} title="Open invitations are not shown to you">
        Owners and admins invite people and see who was invited.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<MailPlus />} title="No open invitations" code={codeToInvite}>
      Invitations appear here until they are answered or expire. Select “Invite people” to send one.
    </EmptyState>
  )
}

const codeToInvite = `await authClient.organization.inviteMember({
  email: 'mira@example.com',
  role: 'member',
})`

function NonePast() {
  return (
    <EmptyState icon={<MailOpen />} title="No past invitations">
      Accepted, declined, canceled and expired invitations appear here.
    </EmptyState>
  )
}
