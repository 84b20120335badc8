import { createAuthClient } from 'better-auth/client'
import { adminClient, usernameClient } from 'better-auth/client/plugins'
import { type CookieJar, newCookieJar } from './cookie-jar.ts'
import { organizationClientOf } from './organization-client.ts'

export type Visitor = ReturnType<typeof newVisitor>

/** Somebody in front of a browser, on whose pages the official client runs as it is. */
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
    /** Goes to an address as by a click on a link, and stays where that answers. */
    open: (link: string) => openLink(jar, new URL(link, site.url)),
  }
}

export interface Opened {
  readonly status: number
  /** Where it sends the browser on to. */
  readonly location: string | null
  readonly text: string
}

/** A click from a mail: a navigation, which says no origin. */
async function openLink({ fetch: visit }: CookieJar, link: URL): Promise<Opened> {
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  const answer = await visit(link, { headers })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text: await answer.text(),
  }
}
