import { useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { request } from '../../lib/request.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Gate, GateNews } from './gate.tsx'
import { returnAddress } from './return-address.ts'
import type { Visitor } from './start.ts'

/** Says it instead of going on by itself: whoever wants another account gets a choice. */
export function SignedInAlready({ visitor }: { visitor: Visitor }) {
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
      setFailure(failureWords(error))
    }
  }
  return (
    <Gate title="You’re signed in">
      <GateNews>
        As <b className="font-medium text-ink">{visitor.name || visitor.email}</b> (
        <span className="break-words">{visitor.email}</span>).
      </GateNews>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div className="grid gap-2.5">
        <a
          href={returnAddress(window.location.search, window.location.origin)}
          className={buttonLook({ variant: 'primary', size: 'l', wide: true })}
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
