import { cancelInvitation, inviteMember } from '@guildhall/contract/organizations/invitations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../lib/api.ts'
import { failureWords, type Words } from '../../../lib/failure-words.ts'
import { rolesIn } from '../../../lib/roles.ts'
import { useChange } from '../../../lib/use-change.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { InvitationDialogProps } from './invitation-dialog.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { serverOptionsQuery } from './server-options-query.ts'

export function ResendDialog({ invitation, onDone, onClose }: InvitationDialogProps) {
  const { data: options } = useQuery(serverOptionsQuery)
  const { organizationId, email, role, teamId } = invitation
  const way =
    options?.sendsMail === false
      ? 'This server sends no mail: copy the new link from the list, and pass it on.'
      : `${email} gets a mail with a new link.`
  return (
    <Confirmation
      title={`Send ${email} a new invitation?`}
      effects={[
        way,
        'The link that they have now no longer works.',
        'All else stays as it is, and the time to answer starts anew.',
      ]}
      confirm="Send again"
      act={async () => {
        const body = { organizationId, email, role, teamId, resend: true }
        await api.call(inviteMember, { body })
      }}
      onDone={() => onDone(`${email} has a new invitation`)}
      onClose={onClose}
    />
  )
}

export function CancelDialog({ invitation, onDone, onClose }: InvitationDialogProps) {
  const { id, email } = invitation
  return (
    <Confirmation
      destructive
      title={`Cancel the invitation of ${email}?`}
      effects={[
        'Its link no longer works, from this moment on.',
        `${email} isn’t told. You can invite them again at any time.`,
      ]}
      confirm="Cancel the invitation"
      act={async () => {
        await api.call(cancelInvitation, { body: { invitationId: id } })
      }}
      onDone={() => onDone(`The invitation of ${email} is canceled`)}
      onClose={onClose}
    />
  )
}

/** With everything filled in as it was. */
export function InviteAgainDialog({ invitation, onClose }: InvitationDialogProps) {
  const { email, role, teamId } = invitation
  return <InviteDialog start={{ emails: email, roles: rolesIn(role), teamId }} onClose={onClose} />
}

interface ConfirmationProps {
  title: string
  effects: readonly ReactNode[]
  confirm: string
  destructive?: boolean
  act: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

function Confirmation({ act, onDone, onClose, ...words }: ConfirmationProps) {
  const change = useChange()
  const confirm = async () => {
    try {
      await change(act)
    } catch (error) {
      throw new Error(failureWords(error, failures), { cause: error })
    }
    onDone()
  }
  return <ConfirmDialog {...words} open onOpenChange={onClose} onConfirm={confirm} />
}

const noLonger = 'It’s no longer open: somebody answered or canceled it just now.'

const failures: Words = {
  INVITATION_NOT_FOUND: noLonger,
  FAILED_TO_RETRIEVE_INVITATION: noLonger,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'This address is a member’s already.',
  TEAM_MEMBER_LIMIT_REACHED: 'Its team is full. Cancel this one, and invite without the team.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION:
    'Your role changed: only owners and admins invite people.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    'Your role changed: only an owner invites owners.',
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION:
    'Your role changed: only owners and admins cancel invitations.',
  MEMBER_NOT_FOUND: 'You are no longer a member. Reload the page.',
}
