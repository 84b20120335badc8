import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import { presentSession } from '../../present/session.ts'
import { presentUser } from '../../present/user.ts'
import { clearedCookie, cookieLine } from '../../rules/sessions/cookies.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'

/** Name and value together: browsers silently drop anything longer. */
const cookieCharactersMax = 4093

type CacheDeps = Pick<IdentityDeps, 'keyring' | 'cookieNames' | 'config'>

/**
 * The session and its user as a signed cookie that replaces the database read for a short time;
 * null if the cache is off. A cookie too long for browsers is cleared instead.
 */
export function cacheCookie(
  { keyring, cookieNames: names, config }: CacheDeps,
  { session, user, token }: SignedIn,
  now: Date,
): string | null {
  const { cacheSeconds } = config.sessions
  if (cacheSeconds === 0) return null
  const endsAt = Math.min(now.getTime() + cacheSeconds * 1000, session.expiresAt.getTime())
  const pair = { session: presentSession(session, token), user: presentUser(user) }
  const signature = signatureOf(keyring, JSON.stringify({ ...pair, expiresAt: endsAt }))
  const text = JSON.stringify({ session: pair, expiresAt: endsAt, signature })
  const value = Buffer.from(text).toString('base64url')
  if (names.sessionData.length + value.length > cookieCharactersMax) {
    return clearedCookie(names, names.sessionData)
  }
  const ageSeconds = Math.floor((endsAt - now.getTime()) / 1000)
  return cookieLine(names, { name: names.sessionData, value, ageSeconds })
}

/**
 * The session and user of a cache cookie, if we signed it for this session and it hasn't expired.
 * Anything else counts as no cookie, because a damaged one must not sign anybody out.
 */
export function readCacheCookie(
  keyring: Keyring,
  value: string,
  { token, now }: { readonly token: string; readonly now: Date },
): CachedPair | null {
  const read = parse(Buffer.from(value, 'base64url').toString())
  if (read === null || read.expiresAt <= now.getTime()) return null
  const { session, user } = read.session
  const signed = JSON.stringify({ session, user, expiresAt: read.expiresAt })
  const isGenuine = keyring.readCookie(signedText(signed, read.signature)) !== null
  return isGenuine && session.token === token ? { session, user } : null
}

interface CachedPair {
  readonly session: { readonly token: string }
  readonly user: object
}

interface CacheText {
  readonly session: CachedPair
  readonly expiresAt: number
  readonly signature: string
}

function parse(text: string): CacheText | null {
  try {
    const value: unknown = JSON.parse(text)
    return isCacheText(value) ? value : null
  } catch {
    return null
  }
}

function isCacheText(value: unknown): value is CacheText {
  if (!isObject(value) || !isObject(value['session'])) return false
  const { session, user } = value['session']
  return (
    isObject(session) &&
    typeof session['token'] === 'string' &&
    isObject(user) &&
    typeof value['expiresAt'] === 'number' &&
    typeof value['signature'] === 'string'
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

// Existing middleware verifies this cookie with the bare secret and unpadded base64url.
function signatureOf(keyring: Keyring, text: string): string {
  const signed = decodeURIComponent(keyring.signCookie(text))
  return Buffer.from(signed.slice(-signatureCharacters), 'base64').toString('base64url')
}

const signedText = (text: string, signature: string): string => {
  const padded = Buffer.from(signature, 'base64url').toString('base64')
  return encodeURIComponent(`${text}.${padded}`)
}

const signatureCharacters = 44
