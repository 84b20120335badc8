import { removeMember } from '@guildhall/contract/organizations/members'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { memberName } from './member-name.ts'

export function RemoveDialog({ member, onDone, onClose }: MemberDialogProps) {
  const { id: organizationId, name: organizationName } = useOrganization()
  const change = useChange()
  const name = memberName(member)
  const remove = async () => {
    const body = { organizationId, memberIdOrEmail: member.id }
    await change(() => api.call(removeMember, { body }))
    onDone(`${name} removed`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${name}?`}
      effects={[
        `${name} immediately loses access to ${organizationName}.`,
        'What they created stays, and so does their account.',
        'They need a new invitation to rejoin.',
      ]}
      confirm="Remove"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER:
    'Your role changed, or this member is now an owner. Only owners can remove owners.',
  MEMBER_NOT_FOUND: 'This member was already removed.',
}
