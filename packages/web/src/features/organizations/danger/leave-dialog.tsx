import { leaveOrganization } from '@guildhall/contract/organizations/members'
import type { ComponentProps } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useDeparture } from './use-departure.ts'

type LeaveDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'trigger' | 'open' | 'onOpenChange'
>

export function LeaveDialog(shown: LeaveDialogProps) {
  const { id, name } = useOrganization()
  const depart = useDeparture()
  const leave = () =>
    depart(
      () => api.call(leaveOrganization, { body: { organizationId: id } }),
      `You have left ${name}`,
    )
  return (
    <ConfirmDialog
      {...shown}
      destructive
      title={`Leave ${name}?`}
      effects={[
        'You lose access immediately.',
        'What you created stays.',
        'You need a new invitation to rejoin.',
      ]}
      confirm="Leave"
      messages={messages}
      onConfirm={leave}
    />
  )
}

const messages: Messages = {
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'You are the only owner. Make another member an owner on the Members page first.',
  MEMBER_NOT_FOUND: 'You are no longer a member. Reload the page.',
}
