import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { loadCheckout } from './checkout-api.ts'
import { Column } from './column.tsx'
import { Confirming, type Outcome } from './confirming.tsx'
import { askedEmbedOrigin, tellHost } from './embedding.ts'
import { Loading } from './loading.tsx'
import { OpenCheckout } from './open-checkout.tsx'
import { prefill } from './prefill.ts'
import { StartAgain } from './start-again.tsx'
import { Success } from './success.tsx'
import type { Checkout } from './wire.ts'

type State = 'loading' | 'missing' | 'expired' | 'unreachable' | Checkout

export function CheckoutPage({ path }: { path: string }) {
  const secret = path.split('/')[2] ?? ''
  const [state, setState] = useState<State>('loading')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const load = () => loadWithProposals(secret).then(setState, reportError)
  useEffect(() => {
    const leaving = new AbortController()
    loadWithProposals(secret, leaving.signal).then(setState, (error: unknown) => {
      if (!leaving.signal.aborted) reportError(error)
    })
    return () => leaving.abort()
  }, [secret])
  useHostNews(state)

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

const notPaid =
  'The payment didn’t go through, and nothing was charged. Try again, or use another card.'

/** What the page around hears: that there is something to see, and when nobody should leave. */
function useHostNews(state: State): void {
  const isLoaded = typeof state === 'object'
  const origin = isLoaded ? state.embedOrigin : askedEmbedOrigin()
  const status = isLoaded ? state.status : state
  const before = useRef<string>('loading')
  useEffect(() => {
    const isFirst = before.current === 'loading' && status !== 'loading'
    const isOpenAgain = before.current === 'confirmed' && status !== 'succeeded'
    before.current = status
    if (isFirst || isOpenAgain) tellHost(origin, { event: 'loaded' })
    if (status === 'confirmed') tellHost(origin, { event: 'confirmed' })
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
    words: 'The link may be incomplete. Copy it once more, or ask the seller for a new one.',
  },
  expired: {
    title: 'This checkout has expired',
    words: 'Nothing was charged. A checkout waits for an hour; you can begin another one.',
  },
  unreachable: {
    title: 'The checkout can’t be loaded',
    words: 'Nothing was charged. Check your connection.',
  },
  failed: {
    title: 'This purchase didn’t come about',
    words: 'Nothing was charged. You can begin another checkout.',
  },
} as const satisfies Record<TroubleState, { title: string; words: string }>

function Trouble({ state, secret, retry }: TroubleProps) {
  const { title, words } = troubles[state]
  return (
    <Column title={title} embedOrigin={askedEmbedOrigin()}>
      <p className="text-ink-2">{words}</p>
      {state === 'unreachable' && (
        <div>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
      {(state === 'expired' || state === 'failed') && <StartAgain secret={secret} />}
    </Column>
  )
}
