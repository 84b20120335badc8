import { timingSafeEqual } from 'node:crypto'
import type { Id } from '@guildhall/contract/primitives'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { SessionRow } from '../store/sessions.ts'

/**
 * A session's token is derived, not stored: the session's id, which of the server's secrets made
 * it, and a signature. So it can be shown again, and who reads the database can't sign in.
 */
export interface TokenParts {
  readonly sessionId: Id<'session'>
  readonly keyId: string
}

const idBytes = 16
const keyIdBytes = 4
/** 128 bits. */
const macBytes = 16
const tokenShape = /^[\w-]{48}$/

/** Null where the secret that made the session is no longer listed: the session is over. */
export function sessionToken(
  keyring: Keyring,
  { id, keyId }: Pick<SessionRow, 'id' | 'keyId'>,
): string | null {
  const mac = keyring.signAgain(keyId, signed(id))
  if (mac === null) return null
  const head = Buffer.from(id.replaceAll('-', '') + keyId, 'hex')
  return Buffer.concat([head, mac.subarray(0, macBytes)]).toString('base64url')
}

/** The key that tokens of new sessions are made with. */
export const tokenKeyId = (keyring: Keyring, id: Id<'session'>): string =>
  keyring.sign(signed(id)).keyId

/** Which session a token names, or null where it is none of ours. Asks no database. */
export function readSessionToken(keyring: Keyring, token: string): TokenParts | null {
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
