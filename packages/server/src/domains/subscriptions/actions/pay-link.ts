import { orderId } from '@guildhall/contract/orders/order-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { OrderKey } from './pay-order.ts'

export const payLinkPath = '/pay'

/** By real time, as links to files. Longer than most schedules of dunning. */
const lifetimeMilliseconds = 30 * 86_400_000

const idBytes = 16
const secondsBytes = 4
const keyIdBytes = 4
const macBytes = 32
const bytes = 2 * idBytes + secondsBytes + keyIdBytes + macBytes

interface Deps {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly config: { readonly server: { readonly url: string } }
}

/**
 * A link that opens one order for payment, and nothing else of its customer. Its secret is derived
 * instead of stored, so that the database alone opens none.
 */
export function makePayLink({ clock, keyring, config }: Deps, key: OrderKey): string {
  const expiresAt = Math.floor((clock.now().getTime() + lifetimeMilliseconds) / 1000)
  const { keyId, mac } = keyring.sign(signedWords(key, expiresAt))
  const seconds = Buffer.alloc(secondsBytes)
  seconds.writeUIntBE(expiresAt, 0, secondsBytes)
  const packed = Buffer.concat([
    bytesOf(key.organizationId),
    bytesOf(key.id),
    seconds,
    Buffer.from(keyId, 'hex'),
    mac,
  ])
  const secret = `${secretPrefixes.payLink}${packed.toString('base64url')}`
  return `${config.server.url}${payLinkPath}/${secret}`
}

export interface PayLink extends OrderKey {
  readonly isExpired: boolean
}

/** Null for a forged or malformed secret. */
export function readPayLink(
  { clock, keyring }: Pick<Deps, 'clock' | 'keyring'>,
  secret: string,
): PayLink | null {
  if (!shape.test(secret)) return null
  const packed = Buffer.from(secret.slice(secretPrefixes.payLink.length), 'base64url')
  const read = Key.safeParse({
    organizationId: idAt(packed, 0),
    id: idAt(packed, idBytes),
  })
  if (!read.success) return null
  const expiresAt = packed.readUIntBE(2 * idBytes, secondsBytes)
  const [keyAt, macAt] = [2 * idBytes + secondsBytes, bytes - macBytes]
  const isGenuine = keyring.verify(signedWords(read.data, expiresAt), {
    keyId: packed.toString('hex', keyAt, macAt),
    mac: packed.subarray(macAt),
  })
  return isGenuine ? { ...read.data, isExpired: clock.now().getTime() >= expiresAt * 1000 } : null
}

const Key = z.object({ organizationId, id: orderId })

/** The last character has no unused bits, so there is one text for each link. */
const shape = new RegExp(`^${secretPrefixes.payLink}[\\w-]{${(bytes * 4) / 3}}$`)

const signedWords = ({ organizationId: organization, id }: OrderKey, expiresAt: number) =>
  ['pay link', organization, id, String(expiresAt)] as const

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const idAt = (packed: Buffer, at: number): string =>
  packed
    .toString('hex', at, at + idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
