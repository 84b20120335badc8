import {
  impersonateUser,
  removeUser,
  revokeUserSession,
  revokeUserSessions,
  unbanUser,
} from '@guildhall/contract/identity/admin'
import { requestPasswordReset } from '@guildhall/contract/identity/password-reset'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { api } from '../../lib/api.ts'
import { deviceName } from '../../lib/device-name.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type UserSession, userKey } from './admin-queries.ts'
import { explain } from './explain.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { nameOf } from './user-name.ts'

export function UnbanDialog({ user, onDone, onClose }: UserDialogProps) {
  const name = nameOf(user)
  return (
    <Confirmation
      title={`Lift the ban of ${name}?`}
      effects={[`${name} can sign in again at once.`, 'The reason of the ban is forgotten.']}
      confirm="Lift the ban"
      act={async () => {
        await api.call(unbanUser, { body: { userId: user.id } })
        await onDone(`${name} can sign in again`)
      }}
      onClose={onClose}
    />
  )
}

export function ResetLinkDialog({ user, onDone, onClose }: UserDialogProps) {
  const { email } = user
  return (
    <Confirmation
      title="Send a link to choose a new password?"
      effects={[
        `${email} gets a mail with a link that works once, for one hour.`,
        'Until it is used, the password stays as it is.',
      ]}
      confirm="Send link"
      act={async () => {
        const body = { email, redirectTo: '/reset-password' }
        await api.call(requestPasswordReset, { body })
        await onDone(`A link is on its way to ${email}`)
      }}
      onClose={onClose}
    />
  )
}

export function ImpersonateDialog({ user, onClose }: UserDialogProps) {
  const name = nameOf(user)
  return (
    <Confirmation
      title={`Sign in as ${name}?`}
      effects={[
        `You see and do everything as ${name}, for up to one hour.`,
        'A banner stays in sight all the while; it leads back to your own account.',
        `${name} sees in the security activity that an operator signed in.`,
      ]}
      confirm={`Sign in as ${name}`}
      act={async () => {
        await api.call(impersonateUser, { body: { userId: user.id } })
        // A new person in this browser: nothing of the operator's may stay in memory.
        window.location.assign('/account')
      }}
      onClose={onClose}
    />
  )
}

export function EndSessionsDialog({ user, isOwn, onDone, onClose }: UserDialogProps) {
  const name = nameOf(user)
  return (
    <Confirmation
      title={`Sign ${name} out everywhere?`}
      effects={[
        `Every session ends at once${isOwn ? ', this one too' : ''}.`,
        'Signing in again is possible at any time.',
      ]}
      confirm="End all sessions"
      act={async () => {
        await api.call(revokeUserSessions, { body: { userId: user.id } })
        await onDone(`${name} is signed out everywhere`)
      }}
      onClose={onClose}
    />
  )
}

interface EndSessionDialogProps extends UserDialogProps {
  session: UserSession
}

export function EndSessionDialog({ user, session, onDone, onClose }: EndSessionDialogProps) {
  const device = deviceName(session.userAgent)
  return (
    <Confirmation
      title="End this session?"
      effects={[`${nameOf(user)} is signed out of ${device} at once, and nowhere else.`]}
      confirm="End session"
      act={async () => {
        await api.call(revokeUserSession, { body: { sessionToken: session.token } })
        await onDone('The session has ended')
      }}
      onClose={onClose}
    />
  )
}

export function RemoveDialog({ user, onDone, onClose }: UserDialogProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const name = nameOf(user)
  return (
    <Confirmation
      destructive
      typed={user.email}
      title={`Delete ${name}?`}
      effects={[
        'The account, its sessions and its ways to sign in are gone for good.',
        `The address ${user.email} is free for a new account.`,
        'The records of what happened stay, without name and address.',
      ]}
      confirm="Delete for good"
      act={async () => {
        await api.call(removeUser, { body: { userId: user.id } })
        await navigate({ to: '/admin/users' })
        queryClient.removeQueries({ queryKey: userKey(user.id) })
        await onDone(`${name} is deleted`)
      }}
      onClose={onClose}
    />
  )
}

interface ConfirmationProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'open' | 'onOpenChange'> {
  act: () => Promise<void>
  onClose: () => void
}

function Confirmation({ act, onClose, ...words }: ConfirmationProps) {
  const confirm = async () => {
    try {
      await act()
    } catch (error) {
      throw new Error(explain(error), { cause: error })
    }
  }
  return <ConfirmDialog {...words} open onOpenChange={onClose} onConfirm={confirm} />
}
