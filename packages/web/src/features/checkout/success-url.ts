import type { Checkout } from './wire.ts'

/** The seller’s success page; null if it is this page. */
export function successPage({ id, clientSecret, successUrl }: Checkout): string | null {
  const written = successUrl.replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, id)
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  const own = `/checkout/${clientSecret}`
  if (url.origin === window.location.origin && url.pathname.startsWith(own)) return null
  return /^https?:$/.test(url.protocol) ? url.href : null
}

/** The same with the buyer’s session, which only the success page may learn. */
export function successDestination(checkout: Checkout): string | null {
  const page = successPage(checkout)
  const { customerSessionToken = '' } = checkout
  if (page === null || customerSessionToken === '') return page
  const url = new URL(page)
  url.searchParams.set('customer_session_token', customerSessionToken)
  return url.href
}
