import type { Checkout } from './wire.ts'

/** Where a buyer sees what they have; who has just bought needn’t say who they are. */
export function portalOf({ organization, customerSessionToken = '' }: Checkout): string {
  const page = `/portal/${encodeURIComponent(organization.slug)}`
  if (customerSessionToken === '') return page
  return `${page}?${new URLSearchParams({ customer_session_token: customerSessionToken })}`
}
