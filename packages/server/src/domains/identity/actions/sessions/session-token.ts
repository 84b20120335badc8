import { timingSafeEqual } from 'node:crypto'
import type { Id } from '@guildhall/contract/primitives'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import type { SessionRow } from '../../store/sessions/sessions.ts'

/**
 * A session's token is derived, not stored: the session's id, the id of the server secret, and a
 * signature. It can be shown again, and reading the database doesn't allow signing in.
 */
interface TokenContents {
  readonly sessionId: Id<'session'>
  readonly keyId: string
}

const idBytes = 16
const keyIdBytes = 4
/** 128 bits. */
const macBytes = 16
const tokenShape = /^[\w-]{48}$/

/** Null if the session's secret is no longer configured, which ends the session. */
export function sessionToken(
  keyring: Keyring,
  { id, keyId }: Pick<SessionRow, 'id' | 'keyId'>,
): string | null {
  const mac = keyring.signAgain(keyId, signed(id))
  if (mac === null) return null
  const head = Buffer.from(id.replaceAll('-', '') + keyId, 'hex')
  return Buffer.concat([head, mac.subarray(0, macBytes)]).toString('base64url')
}

/** The key for tokens of new sessions. */
export const tokenKeyId = (keyring: Keyring, id: Id<'session'>): string =>
  keyring.sign(signed(id)).keyId

/** The session a token names, without reading the database; null if the signature is wrong. */
export function readSessionToken(keyring: Keyring, token: string): TokenContents | null {
  if (!tokenShape.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const sessionId = uuid(bytes.toString('hex', 0, idBytes))
  const keyId = bytes.toString('hex', idBytes, idBytes + keyIdBytes)
  const mac = keyring.signAgain(keyId, signed(sessionId))
  if (mac === null) return null
  const isGenuine = timingSafeEqual(mac.subarray(0, macBytes), bytes.subarray(idBytes + keyIdBytes))
  return isGenuine ? { sessionId, keyId } : null
}

const signed = (id: Id<'session'>) => ['session', id]

const uuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id<'session'>
