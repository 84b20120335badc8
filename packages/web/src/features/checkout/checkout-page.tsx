import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CheckoutState, loadCheckout } from './load-checkout.ts'

export function CheckoutPage({ path }: { path: string }) {
  const secret = path.split('/')[2] ?? ''
  const [state, setState] = useState<CheckoutState>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    loadCheckout(secret, leaving.signal).then(setState, (error: unknown) => {
      if (!leaving.signal.aborted) reportError(error)
    })
    return () => leaving.abort()
  }, [secret, tries])
  const retry = () => {
    setState('loading')
    setTries(tries + 1)
  }
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <title>{`${titles[state]} · Checkout`}</title>
      <div className="grid w-full max-w-105 gap-2" aria-live="polite">
        <Sentence state={state} retry={retry} />
      </div>
    </main>
  )
}

const titles = {
  loading: 'Loading',
  missing: 'This checkout doesn’t exist',
  expired: 'This checkout has expired',
  unreachable: 'The checkout can’t be loaded',
} as const satisfies Record<CheckoutState, string>

function Sentence({ state, retry }: { state: CheckoutState; retry: () => void }) {
  switch (state) {
    case 'loading':
      return <Waiting />
    case 'missing':
      return (
        <Message title={titles.missing}>
          The link may be incomplete. Copy it once more, or ask the seller for a new one.
        </Message>
      )
    case 'expired':
      return (
        <Message title={titles.expired}>
          Nothing was charged. Go back to the seller’s page and start again.
        </Message>
      )
    case 'unreachable':
      return (
        <Message title={titles.unreachable} action={<Button onClick={retry}>Try again</Button>}>
          Nothing was charged. Check your connection.
        </Message>
      )
  }
}

interface MessageProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

function Message({ title, action, children }: MessageProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <h1 className="text-title">{title}</h1>
      <p className="text-ink-2">{children}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** Shaped as what will stand here, and only for who waits long enough to see it. */
function Waiting() {
  return (
    <>
      <p className="sr-only">Loading the checkout</p>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-5 w-72 max-w-full" />
    </>
  )
}
