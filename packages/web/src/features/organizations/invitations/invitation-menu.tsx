import Link2 from 'lucide-react/icons/link-2'
import MailPlus from 'lucide-react/icons/mail-plus'
import MailX from 'lucide-react/icons/mail-x'
import Send from 'lucide-react/icons/send'
import type { ComponentType } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { isOwner } from '#/features/organizations/members/member-rights.ts'
import type { Invitation } from '#/features/organizations/organization-queries.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { InvitationDialogProps } from './invitation-dialog.ts'
import { CancelDialog, InviteAgainDialog, ResendDialog } from './invitation-dialogs.tsx'
import type { InvitationStatus } from './invitation-status.ts'

export interface InvitationMenuProps {
  invitation: Invitation
  status: InvitationStatus
  /** Whether the address has an open invitation, this one or a later one. */
  isInvited: boolean
  onAsk: (Dialog: ComponentType<InvitationDialogProps>) => void
}

/** The actions on an invitation; nothing if there are none. */
export function InvitationMenu(props: InvitationMenuProps) {
  const { status, isInvited } = props
  const { role } = useOrganization()
  if (status === 'open') return <OpenMenu {...props} />
  const isOver = status !== 'accepted' && !isInvited
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
          disabledBecause={
            isOwner(invitation.role) && !isOwner(role) && 'Only owners can invite owners.'
          }
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

/** Copies the link of an invitation, or shows it if copying fails. */
function useCopyLink({ id, email }: Invitation): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const link = `${window.location.origin}/accept-invitation/${id}`
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: 'Link copied', description: `It works only for ${email}.` })
    } catch {
      // Browsers may deny it, and without https there is no clipboard.
      toast({ tone: 'warn', title: 'Copy this link manually', description: link })
    }
  }
}
