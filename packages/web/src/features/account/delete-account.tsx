import { deleteUser } from '@guildhall/contract/identity/deletion'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import type { Session } from '../../lib/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFreshSession } from './fresh-session.tsx'

interface DeleteAccountProps {
  user: Session['user']
  /** Whether the server can ask once more by mail: only who reads the mail, signed in, can do it. */
  sendsMail: boolean
}

export function DeleteAccount({ user, sendsMail }: DeleteAccountProps) {
  const [isMailed, setMailed] = useState(false)
  const { run, dialog } = useFreshSession('/account/delete')
  const requestDeletion = async () => {
    const { message } = await api.call(deleteUser, { body: { callbackURL: afterDeletion() } })
    if (message === 'User deleted') window.location.assign(afterDeletion())
    else setMailed(true)
  }
  const label = sendsMail ? 'Mail me the link' : 'Delete my account'
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
          effects={sendsMail ? byMail : atOnce}
          confirm={label}
          onConfirm={() => run({ label, act: requestDeletion })}
        />
        {dialog}
      </div>
    </Card>
  )
}

const byMail = [
  'We’ll mail you a link. Opening it deletes the account; this can’t be taken back.',
  'Until you open it, nothing happens.',
]
const atOnce = ['The account is deleted at once; this can’t be taken back.']

/** The page that says goodbye needs no session any more. */
export function afterDeletion(): string {
  return `${window.location.origin}/sign-in?deleted=1`
}
