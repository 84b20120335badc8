/** Parts of this server, as they stand in its addresses. */
const places = `
  accept-invitation account admin api assets auth checkout checkout-links dashboard dev docs embed
  error forgot-password livez look metrics openapi portal readyz reset-password sign-in sign-out
  sign-up static storefront storefronts verify-email webhooks well-known`

/** What is done there, where a slug could stand. */
const acts = 'create delete edit list new search settings start update'

/** Names of hosts, and of those who run a server. */
const hosts = `
  abuse app billing blog cdn contact ftp guildhall help home hostmaster imap info legal login logout
  mail mailbox me no-reply noreply null official payments postmaster pricing privacy public register
  root sandbox security server signin signup smtp staff status support system team terms undefined
  webmaster www`

/**
 * What no seller may be called: it would read as a part of this server or as its operator, in
 * addresses, mails and on invoices.
 */
const reserved: ReadonlySet<string> = new Set(`${places} ${acts} ${hosts}`.trim().split(/\s+/))

export const isReservedSlug = (slug: string): boolean => reserved.has(slug)
