import type { Checkout } from './wire.ts'

/** The seller’s success page; null if it is this page. */
export function successDestination(checkout: Checkout): string | null {
  const { id, clientSecret, successUrl, customerSessionToken = '' } = checkout
  const written = successUrl.replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, id)
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  const own = `/checkout/${clientSecret}`
  if (url.origin === window.location.origin && url.pathname.startsWith(own)) return null
  if (!/^https?:$/.test(url.protocol)) return null
  if (customerSessionToken !== '')
    url.searchParams.set('customer_session_token', customerSessionToken)
  return url.href
}
