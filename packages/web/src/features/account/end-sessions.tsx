import {
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
} from '@guildhall/contract/identity/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
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
      effects={['Whoever uses it is out at once, and has to sign in again.']}
      confirm="Sign out"
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
      effects={['All sessions but this one end at once.', 'You stay signed in here.']}
      confirm="Sign out the others"
      onConfirm={() => end(() => api.call(revokeOtherSessions, {}))}
    />
  )
}

export function EndEverySession() {
  const endAll = async () => {
    try {
      await api.call(revokeSessions, {})
    } catch (error) {
      throw new Error(failureWords(error), { cause: error })
    }
    window.location.assign('/sign-in')
  }
  return (
    <ConfirmDialog
      destructive
      trigger={<Button size="s">Sign out everywhere…</Button>}
      title="Sign out everywhere?"
      effects={['All sessions end at once, this one too.', 'You have to sign in again.']}
      confirm="Sign out everywhere"
      onConfirm={endAll}
    />
  )
}

function useEnding(news: string): (end: () => Promise<unknown>) => Promise<void> {
  const client = useQueryClient()
  const toast = useToast()
  return async (end) => {
    try {
      await end()
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    } finally {
      await client.invalidateQueries(ownSessionsQuery)
    }
    toast({ title: news })
  }
}

const words: Words = { SESSION_NOT_FOUND: 'This session has ended already.' }
