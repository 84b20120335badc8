import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { assert } from '../../kernel/assert.ts'

interface Signature {
  readonly keyId: string
  readonly mac: Buffer
}

/**
 * Signs and encrypts with the server's secrets. The first of the list signs and seals, every one
 * verifies and opens, so a new secret can be put in front without downtime. Messages and bindings
 * are lists of words, of which the first names the purpose: `['session', id]`.
 */
export interface Keyring {
  sign(message: readonly string[]): Signature
  /**
   * The deterministic signature of the words, for credentials that are derived instead of stored.
   */
  signAgain(keyId: string, message: readonly string[]): Buffer | null
  verify(message: readonly string[], signature: Signature): boolean
  /** Encrypts for one binding only: a value bound to one row can't be opened in another. */
  seal(text: string, boundTo: readonly string[]): Buffer
  /** Null when the binding differs, the bytes are damaged, or the secret is no longer listed. */
  open(sealed: Uint8Array, boundTo: readonly string[]): string | null
  /** The percent-encoded cookie value `<value>.<base64 of HMAC-SHA-256>`. */
  signCookie(value: string): string
  /** The value of a cookie signed by any listed secret, or null. */
  readCookie(cookie: string): string | null
}

const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16
const cookieSignature = /^(.*)\.([A-Za-z0-9+/]{43}=)$/s

interface Key {
  readonly id: Buffer
  readonly secret: string
  readonly signing: Buffer
  readonly sealing: Buffer
}

/** Key material stays in the closure, so it can't end up in a log line. */
export function createKeyring(secrets: readonly string[]): Keyring {
  const keys = secrets.map(keyOf)
  const [current] = keys
  assert(current !== undefined, 'a keyring needs at least one secret')
  const withId = (id: string) => keys.find((key) => key.id.toString('hex') === id)

  return {
    sign: (message) => ({ keyId: current.id.toString('hex'), mac: mac(current.signing, message) }),
    signAgain(keyId, message) {
      const key = withId(keyId)
      return key === undefined ? null : mac(key.signing, message)
    },
    verify(message, signature) {
      const key = withId(signature.keyId)
      return key !== undefined && same(mac(key.signing, message), signature.mac)
    },
    seal: (text, boundTo) => sealWith(current, text, boundTo),
    open(sealed, boundTo) {
      const id = Buffer.from(sealed.subarray(0, keyIdBytes)).toString('hex')
      const key = withId(id)
      return key === undefined ? null : openWith(key, sealed, boundTo)
    },
    signCookie: (value) => encodeURIComponent(`${value}.${cookieMac(current, value)}`),
    readCookie(cookie) {
      const [, value, signature] = cookieSignature.exec(percentDecoded(cookie)) ?? []
      if (value === undefined || signature === undefined) return null
      const given = Buffer.from(signature)
      const genuine = keys.some((key) => same(Buffer.from(cookieMac(key, value)), given))
      return genuine ? value : null
    },
  }
}

function keyOf(secret: string): Key {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `guildhall ${purpose}`, bytes))
  return {
    id: derive('key id', keyIdBytes),
    secret,
    signing: derive('signing', 32),
    sealing: derive('sealing', 32),
  }
}

/** JSON keeps the words apart: `['a', 'b,c']` and `['a,b', 'c']` must sign differently. */
function mac(key: Buffer, message: readonly string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(message)).digest()
}

/** Keyed with the raw secret, because existing middleware verifies session cookies that way. */
function cookieMac(key: Key, value: string): string {
  return createHmac('sha256', key.secret).update(value).digest('base64')
}

function same(a: Buffer, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Layout: key id, nonce, tag, ciphertext. Each binding has its own key, so that random nonces are
 * never used often enough under one key for a repetition to become likely.
 */
function sealWith(key: Key, text: string, boundTo: readonly string[]): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', mac(key.sealing, boundTo), iv)
  cipher.setAAD(key.id)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([key.id, iv, cipher.getAuthTag(), body])
}

function openWith(key: Key, sealed: Uint8Array, boundTo: readonly string[]): string | null {
  const bodyAt = keyIdBytes + ivBytes + tagBytes
  if (sealed.length < bodyAt) return null
  const iv = sealed.subarray(keyIdBytes, keyIdBytes + ivBytes)
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', mac(key.sealing, boundTo), iv, options)
  decipher.setAAD(key.id)
  decipher.setAuthTag(sealed.subarray(keyIdBytes + ivBytes, bodyAt))
  try {
    return decipher.update(sealed.subarray(bodyAt), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
