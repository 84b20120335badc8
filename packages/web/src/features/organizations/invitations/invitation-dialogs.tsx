import { cancelInvitation, inviteMember } from '@guildhall/contract/organizations/invitations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { rolesIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { InvitationDialogProps } from './invitation-dialog.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { serverOptionsQuery } from './server-options-query.ts'

export function ResendDialog({ invitation, freshSession, onDone, onClose }: InvitationDialogProps) {
  const { data: options } = useQuery(serverOptionsQuery)
  const { organizationId, email, role, teamId } = invitation
  const way =
    options?.sendsMail === false
      ? 'This server can’t send email. Copy the new link from the list and share it.'
      : `${email} receives an email with a new link.`
  return (
    <Confirmation
      title={`Send ${email} a new invitation?`}
      effects={[
        way,
        'The previous link stops working.',
        'Roles and team stay the same, and the expiry date is extended.',
      ]}
      confirm="Send again"
      run={freshSession.run}
      act={async () => {
        const body = { organizationId, email, role, teamId, resend: true }
        await api.call(inviteMember, { body })
      }}
      onDone={() => onDone(`New invitation sent to ${email}`)}
      onClose={onClose}
    />
  )
}

export function CancelDialog({ invitation, freshSession, onDone, onClose }: InvitationDialogProps) {
  const { id, email } = invitation
  return (
    <Confirmation
      destructive
      title={`Cancel the invitation for ${email}?`}
      effects={[
        'Its link stops working immediately.',
        `${email} is not notified. You can invite them again at any time.`,
      ]}
      confirm="Cancel the invitation"
      run={freshSession.run}
      act={async () => {
        await api.call(cancelInvitation, { body: { invitationId: id } })
      }}
      onDone={() => onDone(`Invitation for ${email} canceled`)}
      onClose={onClose}
    />
  )
}

/** Prefilled with the previous invitation. */
export function InviteAgainDialog({ invitation, freshSession, onClose }: InvitationDialogProps) {
  const { email, role, teamId } = invitation
  const start = { emails: email, roles: rolesIn(role), teamId }
  return <InviteDialog start={start} freshSession={freshSession} onClose={onClose} />
}

interface ConfirmationProps {
  title: string
  effects: readonly ReactNode[]
  confirm: string
  destructive?: boolean
  run: RunSensitive
  act: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

function Confirmation({ run, act, onDone, onClose, ...texts }: ConfirmationProps) {
  const change = useChange()
  const confirm = async () => {
    await change(act)
    onDone()
  }
  return (
    <ConfirmDialog
      {...texts}
      open
      onOpenChange={onClose}
      onConfirm={() =>
        run({
          label: texts.confirm,
          destructive: texts.destructive,
          act: confirm,
          messages: failures,
        })
      }
    />
  )
}

const noLonger = 'This invitation was just answered or canceled.'

const failures: Messages = {
  INVITATION_NOT_FOUND: noLonger,
  FAILED_TO_RETRIEVE_INVITATION: noLonger,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'This person is already a member.',
  TEAM_MEMBER_LIMIT_REACHED:
    'Its team is full. Cancel this invitation and send one without a team.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION:
    'Your role changed. Only owners and admins can invite people.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    'Your role changed. Only owners can invite owners.',
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION:
    'Your role changed. Only owners and admins can cancel invitations.',
  MEMBER_NOT_FOUND: 'You are no longer a member. Reload the page.',
}
