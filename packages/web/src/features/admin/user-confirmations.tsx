import {
  impersonateUser,
  removeUser,
  revokeUserSession,
  revokeUserSessions,
  unbanUser,
} from '@guildhall/contract/identity/admin'
import { deviceName } from '@guildhall/contract/identity/device-name'
import { requestPasswordReset } from '@guildhall/contract/identity/password-reset'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { api } from '#/lib/api.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { type UserSession, userKey } from './admin-queries.ts'
import { operatorMessages } from './explain.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { nameOf } from './user-name.ts'

export function UnbanDialog({ user, onDone, onClose }: UserDialogProps) {
  const name = nameOf(user)
  return (
    <Confirmation
      title={`Lift the ban on ${name}?`}
      effects={[`${name} can sign in again immediately.`, 'The reason for the ban is deleted.']}
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
      title="Send a password reset link?"
      effects={[
        `${email} receives an email with a link that works once, for one hour.`,
        'The password stays unchanged until the link is used.',
      ]}
      confirm="Send link"
      act={async () => {
        const body = { email, redirectTo: '/reset-password' }
        await api.call(requestPasswordReset, { body })
        await onDone(`Link sent to ${email}`)
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
        `You can see and do everything as ${name} for up to one hour.`,
        'A banner stays visible and lets you return to your own account.',
        `${name} sees in their security activity that an operator signed in.`,
      ]}
      confirm={`Sign in as ${name}`}
      act={async () => {
        await api.call(impersonateUser, { body: { userId: user.id } })
        // A different user in this browser: nothing of the operator’s may stay in memory.
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
        `All sessions end immediately${isOwn ? ', including this one' : ''}.`,
        'They can sign in again at any time.',
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
      effects={[
        `${nameOf(user)} is signed out of ${device} immediately. Other sessions stay active.`,
      ]}
      confirm="End session"
      act={async () => {
        await api.call(revokeUserSession, { body: { sessionToken: session.token } })
        await onDone('Session ended')
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
        'The account, its sessions and its sign-in methods are permanently deleted.',
        `The address ${user.email} can be used for a new account.`,
        'Activity records are kept without name and address.',
      ]}
      confirm="Delete permanently"
      act={async () => {
        await api.call(removeUser, { body: { userId: user.id } })
        await navigate({ to: '/admin/users' })
        queryClient.removeQueries({ queryKey: userKey(user.id) })
        await onDone(`${name} deleted`)
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

const Confirmation = ({ act, onClose, ...texts }: ConfirmationProps) => (
  <ConfirmDialog
    {...texts}
    open
    messages={operatorMessages}
    onOpenChange={onClose}
    onConfirm={act}
  />
)
