import { orderId } from '@guildhall/contract/orders/order-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { makeExpiringToken, readExpiringToken } from '../../../platform/crypto/expiring-token.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { OrderKey } from './pay-order.ts'

export const payLinkPath = '/pay'

/** By real time, as links to files. Longer than most schedules of dunning. */
const lifetimeMilliseconds = 30 * 86_400_000

interface Deps {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly config: { readonly server: { readonly url: string } }
}

const kind = { prefix: secretPrefixes.payLink, purpose: 'pay link' } as const

/** A link that opens one order for payment, and nothing else of its customer. */
export function makePayLink({ clock, keyring, config }: Deps, key: OrderKey): string {
  const expiresAt = new Date(clock.now().getTime() + lifetimeMilliseconds)
  const ids = [key.organizationId, key.id]
  const secret = makeExpiringToken(keyring, kind, { ids, expiresAt })
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
  const read = readExpiringToken(keyring, kind, 2, secret)
  if (read === null) return null
  const [organization, order] = read.ids
  const key = z.parse(Key, { organizationId: organization, id: order })
  return { ...key, isExpired: clock.now() >= read.expiresAt }
}

const Key = z.object({ organizationId, id: orderId })
