import type { Checkout } from './wire.ts'

/** The seller’s success page without the buyer’s session; null if it is this page. */
export const successPage = (checkout: Checkout): string | null => written(checkout, '')

/** The same with the session where the seller asks for it; only the success page may learn it. */
export const successDestination = (checkout: Checkout): string | null =>
  written(checkout, checkout.customerSessionToken ?? '')

function written({ id, clientSecret, successUrl }: Checkout, session: string): string | null {
  const text = successUrl
    .replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, id)
    .replace(/\{CUSTOMER_SESSION_TOKEN\}|%7BCUSTOMER_SESSION_TOKEN%7D/gi, session)
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const own = `/checkout/${clientSecret}`
  if (url.origin === window.location.origin && url.pathname.startsWith(own)) return null
  return /^https?:$/.test(url.protocol) ? url.href : null
}
