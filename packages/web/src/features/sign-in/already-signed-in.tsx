import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { request } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Gate, GateMessage } from './gate.tsx'
import { returnAddress } from './return-address.ts'
import type { Visitor } from './start.ts'

/** Asks instead of redirecting, because the visitor may want to use another account. */
export function AlreadySignedIn({ visitor }: { visitor: Visitor }) {
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const signOut = async () => {
    setLeaving(true)
    setFailure(null)
    try {
      await request({ method: 'POST', path: '/api/auth/sign-out', body: {} })
      window.location.reload()
    } catch (error) {
      setLeaving(false)
      setFailure(failureMessage(error))
    }
  }
  return (
    <Gate title="You’re signed in">
      <GateMessage>
        As <b className="font-medium text-ink">{visitor.name || visitor.email}</b> (
        <span className="break-words">{visitor.email}</span>).
      </GateMessage>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div className="grid gap-2.5">
        <a
          href={returnAddress(window.location.search)}
          className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
        >
          Continue
        </a>
        <Button size="l" wide loading={isLeaving} onClick={signOut}>
          Use another account
        </Button>
      </div>
    </Gate>
  )
}
