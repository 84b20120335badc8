import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { loadCheckout, renewCheckout } from './checkout-api.ts'
import { Column } from './column.tsx'
import { Confirming, type Outcome } from './confirming.tsx'
import { askedEmbedOrigin, notifyHost } from './embedding.ts'
import { OpenCheckout } from './open-checkout.tsx'
import { Panes } from './panes.tsx'
import { prefill, proposedCard } from './prefill.ts'
import { Success } from './success.tsx'
import type { Checkout } from './wire.ts'

type State = 'loading' | 'missing' | 'expired' | 'unreachable' | Checkout

export function CheckoutPage({ path }: { path: string }) {
  const secret = path.split('/')[2] ?? ''
  const [state, setState] = useState<State>('loading')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [testCard] = useState(() => proposedCard(window.location.search))
  const load = () => loadWithProposals(secret).then(setState, reportError)
  useEffect(() => {
    const leaving = new AbortController()
    loadWithProposals(secret, leaving.signal).then(setState, (error: unknown) => {
      if (!leaving.signal.aborted) reportError(error)
    })
    return () => leaving.abort()
  }, [secret])
  useHostMessages(state)

  function end(checkout: Checkout, found: Outcome) {
    if (found.status !== 'succeeded') {
      setNotice(notPaid)
      void load()
      return
    }
    setState({ ...checkout, status: 'succeeded' })
    setOutcome(found)
  }

  if (state === 'loading') return <Loading />
  if (typeof state === 'string') {
    return <Trouble state={state} secret={secret} retry={() => void load()} />
  }
  switch (state.status) {
    case 'open':
      return (
        <OpenCheckout
          secret={secret}
          checkout={state}
          notice={notice}
          testCard={testCard}
          onCheckout={setState}
          onConfirmed={setState}
          onGone={() => void load()}
        />
      )
    case 'confirmed':
      return (
        <Confirming secret={secret} checkout={state} onOutcome={(found) => end(state, found)} />
      )
    case 'succeeded':
      return <Success secret={secret} checkout={state} outcome={outcome} />
    case 'failed':
    case 'expired':
      return <Trouble state={state.status} secret={secret} retry={() => void load()} />
  }
}

async function loadWithProposals(secret: string, signal?: AbortSignal): Promise<State> {
  const loaded = await loadCheckout(secret, signal)
  const isOpen = typeof loaded === 'object' && loaded.status === 'open'
  return isOpen ? prefill(secret, loaded) : loaded
}

const notPaid = 'Your payment failed and you were not charged. Try again or use another card.'

/** Notifies the embedding page that the checkout has loaded, and when closing is unsafe. */
function useHostMessages(state: State): void {
  const isLoaded = typeof state === 'object'
  const origin = isLoaded ? state.embedOrigin : askedEmbedOrigin()
  const status = isLoaded ? state.status : state
  const before = useRef<string>('loading')
  useEffect(() => {
    const isFirst = before.current === 'loading' && status !== 'loading'
    const isOpenAgain = before.current === 'confirmed' && status !== 'succeeded'
    before.current = status
    if (isFirst || isOpenAgain) notifyHost(origin, { event: 'loaded' })
    if (status === 'confirmed') notifyHost(origin, { event: 'confirmed' })
  }, [status, origin])
}

type TroubleState = 'missing' | 'expired' | 'unreachable' | 'failed'

interface TroubleProps {
  state: TroubleState
  secret: string
  retry: () => void
}

const troubles = {
  missing: {
    title: 'This checkout doesn’t exist',
    text: 'The link may be incomplete. Copy it again, or ask the seller for a new one.',
  },
  expired: {
    title: 'This checkout has expired',
    text: 'You were not charged. Checkouts expire after an hour; you can start a new one.',
  },
  unreachable: {
    title: 'This checkout couldn’t be loaded',
    text: 'You were not charged. Check your connection.',
  },
  failed: {
    title: 'This purchase was not completed',
    text: 'If your card was charged, the money is on its way back. You can start a new checkout.',
  },
} as const satisfies Record<TroubleState, { title: string; text: string }>

function Trouble({ state, secret, retry }: TroubleProps) {
  const { title, text } = troubles[state]
  return (
    <Column title={title} embedOrigin={askedEmbedOrigin()}>
      <p className="text-ink-2">{text}</p>
      {state === 'unreachable' && (
        <div>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
      {(state === 'expired' || state === 'failed') && <StartAgain secret={secret} />}
    </Column>
  )
}

/** The skeleton of a checkout. */
function Loading() {
  return (
    <Panes
      title="Loading · Checkout"
      embedOrigin={askedEmbedOrigin()}
      offer={
        <div aria-busy="true" className="grid gap-5">
          <p className="sr-only">Loading the checkout</p>
          <Skeleton className="h-6 w-40" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-12 w-44" />
          </div>
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-28 w-full" />
        </div>
      }
    >
      <div className="grid gap-5">
        {['email', 'card', 'name', 'country'].map((field) => (
          <Skeleton key={field} className="h-15.5 w-full" />
        ))}
        <Skeleton className="h-11 w-full" />
      </div>
    </Panes>
  )
}

/** Restarts the checkout without the buyer’s details. */
function StartAgain({ secret }: { secret: string }) {
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
