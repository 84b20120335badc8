import type { Checkout } from './wire.ts'

/** The URL of the portal; a buyer who has just paid is signed in with a session token. */
export function portalOf({ organization, customerSessionToken = '' }: Checkout): string {
  const page = `/portal/${encodeURIComponent(organization.slug)}`
  if (customerSessionToken === '') return page
  return `${page}?${new URLSearchParams({ customer_session_token: customerSessionToken })}`
}
