import { deleteUser } from '@guildhall/contract/identity/deletion'
import { useState } from 'react'
import type { Session } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { afterDeletion } from './delete-account.tsx'

interface ConfirmDeletionProps {
  user: Session['user']
  token: string
}

/** Shown when a mailed link couldn’t delete the account by itself, to ask once more. */
export function ConfirmDeletion({ user, token }: ConfirmDeletionProps) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    setPending(true)
    setFailure(null)
    try {
      await api.call(deleteUser, { body: { token } })
      window.location.assign(afterDeletion())
    } catch (error) {
      setPending(false)
      setFailure(failureMessage(error, messages))
    }
  }
  return (
    <Card title="Permanently delete your account?">
      <div className="grid gap-4">
        <p className="text-s text-ink-2">
          This deletes the account for{' '}
          <b className="font-medium break-words text-ink">{user.email}</b>. It can’t be undone.
        </p>
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" loading={isPending} onClick={confirm}>
            Delete my account
          </Button>
          <a href="/account/profile" className={buttonClasses({})}>
            Keep account
          </a>
        </div>
      </div>
    </Card>
  )
}

const messages: Messages = {
  INVALID_TOKEN: 'This link has expired, or it belongs to another account.',
}
