import { useState } from 'react'
import type { Session } from '#/entities/account/session.ts'
import { signOut } from '#/entities/account/sign-out.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { OtherDestinations } from './other-destinations.tsx'

interface ForAnotherProps {
  user: Session['user']
  path: string
}

/** Shows the signed-in user, and offers to switch accounts and return here. */
export function ForAnother({ user, path }: ForAnotherProps) {
  const { name, email } = user
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        You are signed in as <b className="font-medium text-ink">{name || email}</b>
        {name && (
          <>
            {' '}
            (<span className="wrap-anywhere">{email}</span>)
          </>
        )}
        , but this invitation was sent to a different address. Sign in with the account that has
        that address, or create one.
      </p>
      <SwitchAccount path={path} />
      <OtherDestinations>Or continue with your current account.</OtherDestinations>
    </div>
  )
}

function SwitchAccount({ path }: { path: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const leave = async () => {
    setLeaving(true)
    setFailure(null)
    try {
      await signOut(`/sign-in?${new URLSearchParams({ next: path })}`)
    } catch (error) {
      setLeaving(false)
      setFailure(failureMessage(error))
    }
  }
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        {failure && <Banner tone="bad">{failure}</Banner>}
        <p className="text-s text-ink-2">You will be signed out and returned to this invitation.</p>
        <Button variant="primary" loading={isLeaving} onClick={leave}>
          Use another account
        </Button>
      </div>
    </Card>
  )
}
