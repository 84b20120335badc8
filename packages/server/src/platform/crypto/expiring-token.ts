import type { Keyring } from './keyring.ts'
import type { SecretPrefix } from './tokens.ts'

const idBytes = 16
const secondsBytes = 4
const keyIdBytes = 4
const macBytes = 32

/** What a kind of token is for: its prefix, and the first word of what is signed. */
export interface TokenKind {
  readonly prefix: SecretPrefix
  readonly purpose: string
}

/** Ids, and until when they may be shown. */
interface TokenContent {
  readonly ids: readonly string[]
  readonly expiresAt: Date
}

/**
 * A text that names ids and an end, and proves that this server wrote it. It is derived instead of
 * stored, so that the database alone opens nothing.
 */
export function makeExpiringToken(
  keyring: Pick<Keyring, 'sign'>,
  kind: TokenKind,
  { ids, expiresAt }: TokenContent,
): string {
  const endsAt = Math.floor(expiresAt.getTime() / 1000)
  const { keyId, mac } = keyring.sign(signedWords(kind, ids, endsAt))
  const seconds = Buffer.alloc(secondsBytes)
  seconds.writeUIntBE(endsAt, 0, secondsBytes)
  const packed = Buffer.concat([...ids.map(bytesOf), seconds, Buffer.from(keyId, 'hex'), mac])
  return `${kind.prefix}${packed.toString('base64url')}`
}

/** Null for a forged or malformed token; an expired one is genuine. */
export function readExpiringToken(
  keyring: Pick<Keyring, 'verify'>,
  kind: TokenKind,
  count: number,
  token: string,
): TokenContent | null {
  const packed = Buffer.from(token.slice(kind.prefix.length), 'base64url')
  // Several texts decode to the same bytes, but only one is the token.
  if (`${kind.prefix}${packed.toString('base64url')}` !== token) return null
  const secondsAt = count * idBytes
  const keyAt = secondsAt + secondsBytes
  const macAt = keyAt + keyIdBytes
  if (packed.length !== macAt + macBytes) return null
  const ids = Array.from({ length: count }, (_, at) => idAt(packed, at * idBytes))
  const endsAt = packed.readUIntBE(secondsAt, secondsBytes)
  const isGenuine = keyring.verify(signedWords(kind, ids, endsAt), {
    keyId: packed.toString('hex', keyAt, macAt),
    mac: packed.subarray(macAt),
  })
  return isGenuine ? { ids, expiresAt: new Date(endsAt * 1000) } : null
}

const signedWords = ({ purpose }: TokenKind, ids: readonly string[], endsAt: number) => [
  purpose,
  ...ids,
  String(endsAt),
]

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const idAt = (packed: Buffer, at: number): string =>
  packed
    .toString('hex', at, at + idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
