import Link2 from 'lucide-react/icons/link-2'
import MailPlus from 'lucide-react/icons/mail-plus'
import MailX from 'lucide-react/icons/mail-x'
import Send from 'lucide-react/icons/send'
import type { ComponentType } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { MenuSeparator } from '../../../ui/menu.tsx'
import { RowAction, RowMenu } from '../../../ui/row-menu.tsx'
import { isOwner } from '../members/member-rights.ts'
import type { Invitation } from '../organization-queries.ts'
import type { InvitationDialogProps } from './invitation-dialog.ts'
import { CancelDialog, InviteAgainDialog, ResendDialog } from './invitation-dialogs.tsx'
import type { InvitationStanding } from './invitation-standing.ts'
import { useCopyLink } from './use-copy-link.ts'

export interface InvitationMenuProps {
  invitation: Invitation
  standing: InvitationStanding
  /** Whether the address has an open invitation, this one or a later one. */
  isInvited: boolean
  onAsk: (Dialog: ComponentType<InvitationDialogProps>) => void
}

/** What one may do about an invitation; where that is nothing, there is no menu. */
export function InvitationMenu(props: InvitationMenuProps) {
  const { standing, isInvited } = props
  const { role } = useOrganization()
  if (standing === 'open') return <OpenMenu {...props} />
  const isOver = standing !== 'accepted' && !isInvited
  return isOver && mayIn(role, 'invitation', 'create') ? <PastMenu {...props} /> : null
}

function OpenMenu({ invitation, onAsk }: InvitationMenuProps) {
  const { role } = useOrganization()
  const copy = useCopyLink(invitation)
  const mayInvite = mayIn(role, 'invitation', 'create')
  const mayCancel = mayIn(role, 'invitation', 'cancel')
  return (
    <RowMenu walked of={invitation.email}>
      <RowAction icon={<Link2 />} onSelect={copy}>
        Copy link
      </RowAction>
      {mayInvite && (
        <RowAction
          icon={<Send />}
          hindrance={isOwner(invitation.role) && !isOwner(role) && 'Only owners invite owners.'}
          onSelect={() => onAsk(ResendDialog)}
        >
          Send again…
        </RowAction>
      )}
      {mayCancel && (
        <>
          <MenuSeparator />
          <RowAction icon={<MailX />} destructive onSelect={() => onAsk(CancelDialog)}>
            Cancel…
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}

function PastMenu({ invitation, onAsk }: InvitationMenuProps) {
  return (
    <RowMenu walked of={invitation.email}>
      <RowAction icon={<MailPlus />} onSelect={() => onAsk(InviteAgainDialog)}>
        Invite again…
      </RowAction>
    </RowMenu>
  )
}
