import { useEffect, useState } from 'react'
import { watchCheckout } from './checkout-progress.ts'
import { isEmbedded, notifyHost } from './embedding.ts'
import { successDestination, successPage } from './success-url.ts'
import type { Checkout } from './wire.ts'

/** How long the redirect waits for the seller’s webhook endpoints. */
const acceptanceMillisecondsMax = 15_000

/**
 * Redirects the buyer to the seller’s success page once the webhook endpoints have accepted the
 * purchase; when embedded, the embedding page redirects, without the buyer’s session. After the time
 * limit the buyer stays and can continue manually. Returns whether a redirect is still pending.
 */
export function useLeaving(secret: string, checkout: Checkout, hasJustBought: boolean): boolean {
  const onward = hasJustBought ? successDestination(checkout) : null
  const [isLeaving, setLeaving] = useState(onward !== null)
  const successURL = successPage(checkout)
  const { embedOrigin } = checkout
  useEffect(() => {
    if (!hasJustBought) return
    const end = (redirect: boolean) => {
      notifyHost(embedOrigin, { event: 'success', successURL, redirect })
      if (redirect && onward !== null && !isEmbedded()) window.location.assign(onward)
      setLeaving(redirect)
    }
    if (onward === null) return end(false)
    return onceAccepted(secret, end)
  }, [secret, hasJustBought, onward, embedOrigin, successURL])
  return isLeaving
}

/** Calls back once with whether it was accepted in time, unless stopped before. */
function onceAccepted(secret: string, end: (isAccepted: boolean) => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    unwatch()
  }
  const say = (isAccepted: boolean) => {
    stop()
    end(isAccepted)
  }
  const timer = setTimeout(() => say(false), acceptanceMillisecondsMax)
  const unwatch = watchCheckout(secret, ({ isAccepted }) => {
    if (isAccepted === true) say(true)
  })
  return stop
}
