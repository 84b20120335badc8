import {
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
} from '@guildhall/contract/identity/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type OwnSession, ownSessionsQuery } from './account-queries.ts'

interface EndSessionProps {
  session: OwnSession
  device: string
}

export function EndSession({ session, device }: EndSessionProps) {
  const end = useEnding(`${device} is signed out`)
  return (
    <ConfirmDialog
      destructive
      trigger={
        <Button size="s">
          Sign out… <span className="sr-only">{device}</span>
        </Button>
      }
      title={`Sign out ${device}?`}
      effects={['This device is signed out immediately and must sign in again.']}
      confirm="Sign out"
      messages={messages}
      onConfirm={() => end(() => api.call(revokeSession, { body: { token: session.id } }))}
    />
  )
}

export function EndOtherSessions() {
  const end = useEnding('You’re signed out everywhere else')
  return (
    <ConfirmDialog
      destructive
      trigger={<Button size="s">Sign out everywhere else…</Button>}
      title="Sign out everywhere else?"
      effects={['All other sessions end immediately.', 'You stay signed in here.']}
      confirm="Sign out other sessions"
      onConfirm={() => end(() => api.call(revokeOtherSessions, {}))}
    />
  )
}

export function EndEverySession() {
  const endAll = async () => {
    await api.call(revokeSessions, {})
    window.location.assign('/sign-in')
  }
  return (
    <ConfirmDialog
      destructive
      trigger={<Button size="s">Sign out everywhere…</Button>}
      title="Sign out everywhere?"
      effects={['All sessions end immediately, including this one.', 'You need to sign in again.']}
      confirm="Sign out everywhere"
      onConfirm={endAll}
    />
  )
}

function useEnding(message: string): (end: () => Promise<unknown>) => Promise<void> {
  const client = useQueryClient()
  const toast = useToast()
  return async (end) => {
    try {
      await end()
    } finally {
      await client.invalidateQueries(ownSessionsQuery)
    }
    toast({ title: message })
  }
}

const messages: Messages = { SESSION_NOT_FOUND: 'This session has already ended.' }
