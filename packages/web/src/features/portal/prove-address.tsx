import { redeemPortalCode, requestPortalCode } from '@guildhall/contract/portal/sign-in'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { CodeForm } from './forms.tsx'
import type { Shop } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface ProveAddressProps {
  shop: Shop
  /** As it was typed at the checkout. */
  email: string
  onEntered: (token: string) => void
}

/** Shows everything to a buyer who enters the code that is mailed to their address. */
export function ProveAddress({ shop, email, onEntered }: ProveAddressProps) {
  const organizationId = shop.organization.id
  const { token: purchaseSessionToken } = usePortal()
  const [isSent, setSent] = useState(false)
  const enter = async (code: string) => {
    const body = { organizationId, email, code, purchaseSessionToken }
    onEntered((await api.call(redeemPortalCode, { body })).token)
  }
  return (
    <Card
      title="Is this your address?"
      description={`This page shows the purchase that was just made with ${email}. To see everything and make changes, confirm the address with a code.`}
    >
      {isSent ? (
        <div className="grid gap-4">
          <output className="text-s text-ink-2">
            A code is on its way to {email}. It is valid for 30 minutes. If no new email arrives,
            use the last one you received.
          </output>
          <CodeForm
            takesFocus
            isSignIn
            submit="Confirm"
            send={enter}
            back={<Button onClick={() => setSent(false)}>Back</Button>}
          />
        </div>
      ) : (
        <SendCode email={email} organizationId={organizationId} onSent={() => setSent(true)} />
      )}
    </Card>
  )
}

interface SendCodeProps {
  email: string
  organizationId: Shop['organization']['id']
  onSent: () => void
}

function SendCode({ email, organizationId, onSent }: SendCodeProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await api.call(requestPortalCode, { body: { organizationId, email } })
      onSent()
    } catch (error) {
      setFailure(failureMessage(error))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      {failure && <Banner tone="bad">{failure}</Banner>}
      <div>
        <Button loading={isBusy} onClick={() => void send()}>
          Email me a code
        </Button>
      </div>
    </div>
  )
}
