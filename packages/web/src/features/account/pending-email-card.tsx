import { cancelEmailChange, changeEmail } from '@guildhall/contract/identity/email'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Time } from '#/ui/time.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type PendingEmail, pendingEmailQuery } from './account-queries.ts'
import { verificationReturn } from './verification-return.ts'

/** Names the address, because nothing happens until its mail is opened. */
export function PendingEmailCard({ pending }: { pending: PendingEmail }) {
  const { newEmail, sentTo, expiresAt } = pending
  return (
    <Card
      title="Waiting for confirmation"
      description="Open the link we sent in this browser. We then send one to the new address. Nothing changes until then."
    >
      <div className="grid gap-4">
        <Facts
          facts={[
            {
              label: 'New address',
              value: <span className="wrap-anywhere">{newEmail}</span>,
            },
            { label: 'Link sent to', value: <span className="wrap-anywhere">{sentTo}</span> },
            { label: 'Expires', value: <Time at={expiresAt} /> },
          ]}
        />
        <Choices newEmail={newEmail} sentTo={sentTo} />
      </div>
    </Card>
  )
}

type Act = 'send' | 'cancel'

function Choices({ newEmail, sentTo }: Pick<PendingEmail, 'newEmail' | 'sentTo'>) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<Act | null>(null)
  const act = async (which: Act, call: () => Promise<unknown>, message: string) => {
    setBusy(which)
    try {
      await call()
      toast({ title: message })
    } catch (error) {
      toast({ tone: 'bad', title: 'Something went wrong', description: failureMessage(error) })
    }
    await client.invalidateQueries(pendingEmailQuery)
    setBusy(null)
  }
  const send = () => {
    const body = { newEmail, callbackURL: verificationReturn(window.location.origin) }
    return act(
      'send',
      () => api.call(changeEmail, { body }),
      `A new link is on its way to ${sentTo}`,
    )
  }
  const cancel = () =>
    act('cancel', () => api.call(cancelEmailChange, {}), 'Your address was not changed')
  return (
    <div className="flex flex-wrap gap-2">
      <Button loading={busy === 'send'} onClick={send}>
        Send a new link
      </Button>
      <Button variant="ghost" loading={busy === 'cancel'} onClick={cancel}>
        Keep the old address
      </Button>
    </div>
  )
}
