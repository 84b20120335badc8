import { accountBaseUrl } from '#/lib/base-url.ts'
import { peekEarly, sendEarly } from '#/lib/early-requests.ts'
import { isRecord } from '#/lib/request.ts'
import { keptToken, slugOf } from './kept-session.ts'

const root = '/v1/customer-portal'

/** As `portal-queries.ts` asks; an address that differs is requested twice, which a test notices. */
const introspection = `${root}/customer-session/introspect`
const ofEverySession = ['subscriptions/?limit=100', 'benefit-grants/?limit=100', 'orders/?page=1']
const ofWholeSessions = [
  'meters/?limit=100&sorting=meter_name',
  'credit-products/',
  'top-ups/?limit=100',
  'oauth-accounts/',
  'wallets/?limit=100',
  'customers/me/payment-methods?limit=100',
  'customers/me',
]

/** Sends what the portal asks first while the code of its page is still being loaded. */
export async function sendFirstRequests(path: string, now: Date): Promise<void> {
  const slug = slugOf(path)
  if (slug === null) return
  const { origin } = new URL(accountBaseUrl({ configured: import.meta.env.VITE_ACCOUNT_API_URL }))
  sendEarly(`${origin}${root}/organizations/${encodeURIComponent(slug)}`, {})
  const token = keptToken(slug, now)
  if (token === null) return
  const headers = { authorization: `Bearer ${token}` }
  const send = (paths: readonly string[]) => {
    for (const one of paths) sendEarly(`${origin}${root}/${one}`, headers)
  }
  sendEarly(`${origin}${introspection}`, headers)
  send(ofEverySession)
  if (await showsEverything(`${origin}${introspection}`, headers)) send(ofWholeSessions)
}

/** False as well if the page’s code is there, which then asks for the rest itself. */
async function showsEverything(url: string, headers: Readonly<Record<string, string>>) {
  const session: unknown = await (await peekEarly(url, headers))?.json().catch(() => null)
  return isRecord(session) && session['checkout_id'] === null
}
