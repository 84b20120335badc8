import { createAuthClient } from 'better-auth/client'
import { adminClient, usernameClient } from 'better-auth/client/plugins'
import { type CookieJar, newCookieJar } from './cookie-jar.ts'
import { organizationClientOf } from './organization-client.ts'

export type Visitor = ReturnType<typeof newVisitor>

/** A browser with the unmodified official client. */
export function newVisitor(site: { readonly url: string }, origin = site.url) {
  const jar = newCookieJar(origin)
  const auth = createAuthClient({
    baseURL: site.url,
    plugins: [usernameClient(), adminClient()],
    fetchOptions: { customFetchImpl: jar.fetch },
  })
  return {
    site,
    auth,
    organization: organizationClientOf(site.url, jar.fetch),
    jar,
    /** Opens a link; doesn't follow redirects. */
    open: (link: string) => openLink(jar, new URL(link, site.url)),
  }
}

export interface OpenedPage {
  readonly status: number
  /** The target of a redirect. */
  readonly location: string | null
  readonly text: string
}

/**
 * A link opened from a mail is a navigation without an origin. One to the page that confirms an
 * address is called as by a client without that page.
 */
async function openLink({ fetch: visit }: CookieJar, link: URL): Promise<OpenedPage> {
  const isOfPage = link.pathname === '/verify-email'
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  const answer = isOfPage
    ? await visit(new URL(`/api/auth${link.pathname}${link.search}`, link))
    : await visit(link, { headers })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text: await answer.text(),
  }
}
