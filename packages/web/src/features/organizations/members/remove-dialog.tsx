import { removeMember } from '@guildhall/contract/organizations/members'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { failureWords, type Words } from '../../../lib/failure-words.ts'
import { useChange } from '../../../lib/use-change.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { memberName } from './member-name.ts'

export function RemoveDialog({ member, onDone, onClose }: MemberDialogProps) {
  const { id: organizationId, name: organizationName } = useOrganization()
  const change = useChange()
  const name = memberName(member)
  const remove = async () => {
    try {
      const body = { organizationId, memberIdOrEmail: member.id }
      await change(() => api.call(removeMember, { body }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    onDone(`${name} is removed`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${name}?`}
      effects={[
        `${name} loses access to ${organizationName} at once, on every device.`,
        'What they made here stays, and so does their account.',
        'To come back, they need a new invitation.',
      ]}
      confirm="Remove"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const words: Words = {
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER:
    'Your role changed, or this member is an owner now. Only owners remove owners.',
  MEMBER_NOT_FOUND: 'This member is no longer here. Somebody else was quicker.',
}
