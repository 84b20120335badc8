import { hash, randomUUID, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, randomBase62 } from './base62.ts'

/** The prefix names the purpose of a secret, for us and for secret scanners. */
export const secretPrefixes = {
  organizationAccess: 'guildhall_oat_',
  customerSession: 'guildhall_cst_',
  checkout: 'guildhall_c_',
  checkoutLink: 'guildhall_cl_',
  payLink: 'guildhall_pl_',
  download: 'guildhall_dl_',
  webhook: 'guildhall_whs_',
  server: 'guildhall_srv_',
} as const

export type SecretPrefix = (typeof secretPrefixes)[keyof typeof secretPrefixes]

export interface MadeSecret {
  /** Shown once, never stored. */
  readonly secret: string
  /** What the database stores. */
  readonly hash: Buffer
}

/** 24 characters are 142 bits. */
const randomCharacters = 24
const checksumCharacters = 6
const tail = new RegExp(`^[0-9A-Za-z]{${randomCharacters + checksumCharacters}}$`)

export function makeSecret(prefix: SecretPrefix): MadeSecret {
  const body = prefix + randomBase62(randomCharacters)
  const secret = body + checksum(body)
  return { secret, hash: hashSecret(secret) }
}

/** For secrets that people type: 122 random bits as a UUID in upper case. */
export const randomUuid = (): string => randomUUID().toUpperCase()

/** Derives a secret from a signature, for secrets that must be shown again but are not stored. */
export function derivedSecret(prefix: SecretPrefix, mac: Buffer): MadeSecret {
  let rest = BigInt(`0x${mac.toString('hex')}`)
  let random = ''
  for (; random.length < randomCharacters; rest /= 62n) random += base62(Number(rest % 62n), 1)
  const body = prefix + random
  const secret = body + checksum(body)
  return { secret, hash: hashSecret(secret) }
}

/** Recognizes mistyped and foreign tokens without a query. */
export function hasSecretShape(prefix: SecretPrefix, text: string): boolean {
  if (!text.startsWith(prefix) || !tail.test(text.slice(prefix.length))) return false
  return checksum(text.slice(0, -checksumCharacters)) === text.slice(-checksumCharacters)
}

/** A plain hash is enough: 142 random bits can't be guessed, so a slow hash would add nothing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Constant-time comparison, of texts of any length. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b))
}

function checksum(body: string): string {
  return base62(crc32(body), checksumCharacters)
}
