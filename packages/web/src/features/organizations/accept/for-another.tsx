import { useState } from 'react'
import { failureWords } from '../../../lib/failure-words.ts'
import type { Session } from '../../../lib/session.ts'
import { signOut } from '../../../lib/sign-out.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { WaysOn } from './ways-on.tsx'

interface ForAnotherProps {
  user: Session['user']
  path: string
}

/** Says as whom one is signed in, and leads to another account and back here. */
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
        , and it was sent to somebody else. Is that address yours as well? Sign in with the account
        that has it, or create one.
      </p>
      <SwitchAccount path={path} />
      <WaysOn>Or go on with the account that you are using.</WaysOn>
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
      setFailure(failureWords(error))
    }
  }
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        {failure && <Banner tone="bad">{failure}</Banner>}
        <p className="text-s text-ink-2">
          You are signed out here, and come back to the invitation afterwards.
        </p>
        <Button variant="primary" loading={isLeaving} onClick={leave}>
          Use another account
        </Button>
      </div>
    </Card>
  )
}
