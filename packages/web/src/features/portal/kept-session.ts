import { isRecord } from '#/lib/request.ts'

/** A session of the portal as a browser keeps it, each seller's apart. */
export interface SharedSession {
  token: string
  expiresAt: Date
  /** It shows everything of the customer, not one purchase. */
  isWhole: boolean
}

interface TabSession {
  token: string
  since: number
}

interface StoredSession {
  token: string
  until: number
  isWhole: boolean
}

const nameOf = (slug: string) => `portal ${slug}`
const signOutNameOf = (slug: string) => `portal ${slug} left`

/** That of this tab, or else the one that another tab shares. */
export function keptToken(slug: string, now: Date): string | null {
  const own = read(sessionStorage, nameOf(slug), isTabSession)
  if (own !== null && own.since > signedOutAt(slug)) return own.token
  const found = sharedSession(slug, now)
  if (found === null) return null
  keepToken(slug, found.token, now)
  return found.token
}

export function keepToken(slug: string, token: string, now: Date): void {
  sessionStorage.setItem(nameOf(slug), JSON.stringify({ token, since: now.getTime() }))
}

/** Tabs that open from now on start with it; one purchase doesn't replace everything. */
export function shareSession(slug: string, session: SharedSession, now: Date): void {
  const { token, expiresAt, isWhole } = session
  if (!isWhole && sharedSession(slug, now)?.isWhole === true) return
  const text = JSON.stringify({ token, until: expiresAt.getTime(), isWhole })
  localStorage.setItem(nameOf(slug), text)
}

/** A session that the server refuses is over in this tab; another tab may have a newer one. */
export function forgetToken(slug: string, token: string): void {
  sessionStorage.removeItem(nameOf(slug))
  if (read(localStorage, nameOf(slug), isStoredSession)?.token !== token) return
  localStorage.removeItem(nameOf(slug))
}

/** Reaches every tab, and those that the browser has put to sleep as soon as they wake. */
export function signOut(slug: string, now: Date): void {
  sessionStorage.removeItem(nameOf(slug))
  localStorage.removeItem(nameOf(slug))
  localStorage.setItem(signOutNameOf(slug), String(now.getTime()))
}

/** Calls back when another tab signs out, until the returned function is called. */
export function onSignOut(slug: string, listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === signOutNameOf(slug) && newValue !== null) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Takes the session token out of the address, which may be shared or kept in a history. */
export function enterByLink({ pathname, search, hash }: Location, now: Date): void {
  const slug = slugOf(pathname)
  const parameters = new URLSearchParams(search)
  const token = parameters.get('customer_session_token')
  if (slug === null || token === null) return
  keepToken(slug, token, now)
  parameters.delete('customer_session_token')
  const rest = parameters.size === 0 ? '' : `?${parameters}`
  history.replaceState(history.state, '', `${pathname}${rest}${hash}`)
}

export function slugOf(path: string): string | null {
  return /^\/portal\/([^/]+)\/?$/.exec(path)?.[1] ?? null
}

function sharedSession(slug: string, now: Date): StoredSession | null {
  const found = read(localStorage, nameOf(slug), isStoredSession)
  return found !== null && found.until > now.getTime() ? found : null
}

const signedOutAt = (slug: string) => Number(localStorage.getItem(signOutNameOf(slug)) ?? 0)

// Without schemas, because the page reads its session before their code has arrived.

const isTabSession = (value: unknown): value is TabSession =>
  isRecord(value) && typeof value['token'] === 'string' && typeof value['since'] === 'number'

const isStoredSession = (value: unknown): value is StoredSession =>
  isRecord(value) &&
  typeof value['token'] === 'string' &&
  typeof value['until'] === 'number' &&
  typeof value['isWhole'] === 'boolean'

function read<T>(storage: Storage, name: string, is: (value: unknown) => value is T): T | null {
  const text = storage.getItem(name)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return is(value) ? value : null
  } catch {
    return null
  }
}
