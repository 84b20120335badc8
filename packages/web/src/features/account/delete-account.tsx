import { deleteUser } from '@guildhall/contract/identity/deletion'
import { useState } from 'react'
import type { Session } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useFreshSession } from './fresh-session.tsx'

interface DeleteAccountProps {
  user: Session['user']
  /**
   * Whether deletion is confirmed by mail, which only the signed-in owner of the address can do.
   */
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
  const label = sendsMail ? 'Email me the link' : 'Delete my account'
  return (
    <Card title="What happens next">
      <div className="grid justify-items-start gap-4">
        <ul className="grid list-disc gap-1 pl-5 text-s text-ink-2">
          <li>Your name, address and sign-in methods are permanently deleted.</li>
          <li>You are signed out everywhere immediately.</li>
          <li>What you created in organizations stays there.</li>
        </ul>
        {isMailed && (
          <Banner tone="info" title="One more step." className="w-full">
            Open the link we sent to {user.email} in this browser. Nothing is deleted until then.
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
          onConfirm={() => run({ label, destructive: true, act: requestDeletion })}
        />
        {dialog}
      </div>
    </Card>
  )
}

const byMail = [
  'We will email you a link. Opening it deletes your account; this can’t be undone.',
  'Nothing happens until you open it.',
]
const atOnce = ['Your account is deleted immediately; this can’t be undone.']

/** The page after the deletion needs no session. */
export function afterDeletion(): string {
  return `${window.location.origin}/sign-in?deleted=1`
}
