/** Paths of this server. */
const places = `
  accept-invitation account admin api assets auth become-operator checkout checkout-links dashboard dev docs embed
  error forgot-password livez look metrics openapi portal readyz reset-password sign-in sign-out
  sign-up static storefront storefronts verify-email webhooks well-known`

/** Actions that appear in paths in place of a slug. */
const actions = 'create delete edit list new search settings start update'

/** Names of hosts and of operators. */
const hosts = `
  abuse app billing blog cdn contact ftp guildhall help home hostmaster imap info legal login logout
  mail mailbox me no-reply noreply null official payments postmaster pricing privacy public register
  root sandbox security server signin signup smtp staff status support system team terms undefined
  webmaster www`

/**
 * In URLs, mails and invoices such a slug would look like a part of this server or like its
 * operator.
 */
const reserved: ReadonlySet<string> = new Set(`${places} ${actions} ${hosts}`.trim().split(/\s+/))

export const isReservedSlug = (slug: string): boolean => reserved.has(slug)
