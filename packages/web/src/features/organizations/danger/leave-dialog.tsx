import { leaveOrganization } from '@guildhall/contract/organizations/members'
import type { ComponentProps } from 'react'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import type { Words } from '../../../lib/failure-words.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useDeparture } from './use-departure.ts'

type LeaveDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'trigger' | 'open' | 'onOpenChange'
>

export function LeaveDialog(shown: LeaveDialogProps) {
  const { id, name } = useOrganization()
  const depart = useDeparture(words)
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
        'You lose access at once.',
        'What you made here stays.',
        'To come back, you need a new invitation.',
      ]}
      confirm="Leave"
      onConfirm={leave}
    />
  )
}

const words: Words = {
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'You are the only owner. Make somebody else an owner on the page “Members” first.',
  MEMBER_NOT_FOUND: 'You are no longer a member. Reload the page.',
}
