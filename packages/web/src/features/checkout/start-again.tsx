import { useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { renewCheckout } from './checkout-api.ts'

/** The same once more, without what was said of the buyer. */
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
      setFailure(failureWords(error, words))
    }
  }
  return (
    <>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div>
        <Button variant="primary" size="l" loading={isPending} onClick={begin}>
          Start again
        </Button>
      </div>
    </>
  )
}

const words = {
  NothingForSale: 'Nothing of this is for sale any more. Ask the seller what there is instead.',
  CheckoutNotOver: 'This checkout isn’t over after all. Reload the page.',
}
