import { useEffect, useState } from 'react'
import { hearOf } from './checkout-news.ts'
import { isEmbedded, tellHost } from './embedding.ts'
import { wayOn } from './success-url.ts'
import type { Checkout } from './wire.ts'

/** How long a buyer is kept for the sake of the seller’s server. */
const takenMillisecondsMax = 15_000

/**
 * Takes whoever has just bought to the seller’s own page, where there is one, as soon as the
 * seller’s server knows of it; from within another page that one goes. Where it takes too long, the
 * buyer stays, and goes on by themselves. Answers whether they are still to be taken there.
 */
export function useLeaving(secret: string, checkout: Checkout, hasJustBought: boolean): boolean {
  const onward = hasJustBought ? wayOn(checkout) : null
  const [isLeaving, setLeaving] = useState(onward !== null)
  const { embedOrigin, successUrl } = checkout
  useEffect(() => {
    if (!hasJustBought) return
    const end = (redirect: boolean) => {
      tellHost(embedOrigin, { event: 'success', successURL: onward ?? successUrl, redirect })
      if (redirect && onward !== null && !isEmbedded()) window.location.assign(onward)
      setLeaving(redirect)
    }
    if (onward === null) return end(false)
    return onceTaken(secret, end)
  }, [secret, hasJustBought, onward, embedOrigin, successUrl])
  return isLeaving
}

/** Says whether it was taken in time, once, unless the returned function is called before. */
function onceTaken(secret: string, end: (isTaken: boolean) => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    unhear()
  }
  const say = (isTaken: boolean) => {
    stop()
    end(isTaken)
  }
  const timer = setTimeout(() => say(false), takenMillisecondsMax)
  const unhear = hearOf(secret, ({ isTaken }) => {
    if (isTaken === true) say(true)
  })
  return stop
}
