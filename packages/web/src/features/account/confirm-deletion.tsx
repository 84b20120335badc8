import { deleteUser } from '@guildhall/contract/identity/deletion'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import type { Session } from '../../lib/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Card } from '../../ui/card.tsx'
import { afterDeletion } from './delete-account.tsx'

interface ConfirmDeletionProps {
  user: Session['user']
  token: string
}

/** The mailed link was opened where it couldn't act by itself: here it's asked once more. */
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
      setFailure(failureWords(error, words))
    }
  }
  return (
    <Card title="Delete your account for good?">
      <div className="grid gap-4">
        <p className="text-s text-ink-2">
          This deletes the account of{' '}
          <b className="font-medium break-words text-ink">{user.email}</b>. It can’t be taken back.
        </p>
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" loading={isPending} onClick={confirm}>
            Delete my account
          </Button>
          <a href="/account/profile" className={buttonLook({})}>
            Keep it
          </a>
        </div>
      </div>
    </Card>
  )
}

const words: Words = { INVALID_TOKEN: 'This link is no longer good, or it’s for another account.' }
