import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { renewCheckout } from './checkout-api.ts'

/** Restarts the checkout without the buyer’s details. */
export function StartAgain({ secret }: { secret: string }) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const begin = async () => {
    setPending(true)
    try {
      const { clientSecret } = await renewCheckout(secret)
      window.location.assign(`/checkout/${clientSecret}${window.location.search}`)
    } catch (error) {
      setPending(false)
      setFailure(failureMessage(error, messages))
    }
  }
  return (
    <>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div>
        <Button variant="primary" size="l" loading={isPending} onClick={begin}>
          Start over
        </Button>
      </div>
    </>
  )
}

const messages = {
  NothingForSale:
    'None of these products are available anymore. Contact the seller for alternatives.',
  CheckoutNotOver: 'This checkout is still open. Reload the page.',
}
