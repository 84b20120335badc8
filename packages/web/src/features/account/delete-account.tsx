import { deleteUser } from '@guildhall/contract/identity/deletion'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import type { Session } from '../../lib/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks, and then once more by mail: only who reads the mail, signed in, can do it. */
export function DeleteAccount({ user }: { user: Session['user'] }) {
  const [isMailed, setMailed] = useState(false)
  const requestDeletion = async () => {
    try {
      const { message } = await api.call(deleteUser, { body: { callbackURL: afterDeletion() } })
      if (message === 'User deleted') window.location.assign(afterDeletion())
      else setMailed(true)
    } catch (error) {
      throw new Error(failureWords(error), { cause: error })
    }
  }
  return (
    <Card title="What will happen">
      <div className="grid justify-items-start gap-4">
        <ul className="grid list-disc gap-1 pl-5 text-s text-ink-2">
          <li>Your name, your address and all ways to sign in are deleted for good.</li>
          <li>You are signed out everywhere at once.</li>
          <li>What you made in organizations stays with them.</li>
        </ul>
        {isMailed && (
          <Banner tone="info" title="One more step." className="w-full">
            Open the link that we’ve sent to {user.email} in this browser. Until then nothing is
            deleted.
          </Banner>
        )}
        <ConfirmDialog
          destructive
          typed={user.email}
          trigger={
            <Button variant="danger">{isMailed ? 'Send another link…' : 'Delete account…'}</Button>
          }
          title="Delete your account?"
          effects={[
            'We’ll mail you a link. Opening it deletes the account; this can’t be taken back.',
            'Until you open it, nothing happens.',
          ]}
          confirm="Mail me the link"
          onConfirm={requestDeletion}
        />
      </div>
    </Card>
  )
}

/** The page that says goodbye needs no session any more. */
export function afterDeletion(): string {
  return `${window.location.origin}/sign-in?deleted=1`
}
