import MailOpen from 'lucide-react/icons/mail-open'
import MailPlus from 'lucide-react/icons/mail-plus'
import SearchX from 'lucide-react/icons/search-x'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface NoInvitationsProps {
  show: 'open' | 'past'
  /** Whether there are some that the words in the search leave out. */
  isNarrowed: boolean
  onClear: () => void
}

/** Why the list is empty, and what to do about it. */
export function NoInvitations({ show, isNarrowed, onClear }: NoInvitationsProps) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No address matches"
        action={<Button onClick={onClear}>Show all</Button>}
      >
        No invitation here went to an address with these letters.
      </EmptyState>
    )
  }
  return show === 'open' ? <NoneOpen /> : <NonePast />
}

function NoneOpen() {
  const { role } = useOrganization()
  if (!mayIn(role, 'invitation', 'create')) {
    return (
      <EmptyState icon={<MailPlus />} title="Nobody is invited">
        Who is invited stands here until they answer. Owners and admins invite people.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<MailPlus />} title="Nobody is invited" code={codeToInvite}>
      Who is invited stands here until they answer, or the time to do so is over. Press “Invite
      people” to begin.
    </EmptyState>
  )
}

const codeToInvite = `await authClient.organization.inviteMember({
  email: 'mira@example.com',
  role: 'member',
})`

function NonePast() {
  return (
    <EmptyState icon={<MailOpen />} title="No invitation is over">
      Accepted, declined and canceled invitations stand here, and those that nobody answered in
      time.
    </EmptyState>
  )
}
