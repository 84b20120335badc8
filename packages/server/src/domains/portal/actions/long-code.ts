import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { longCodeBinding, longCodeText } from '../rules/portal-code.ts'
import type { PortalCodeRow } from '../store/portal-codes.ts'

type Keyed = Pick<PortalCodeRow, 'id' | 'keyId'>

/** Derived from the row of the short one; null where the secret is no longer configured. */
export function longCodeOf(keyring: Keyring, customer: CustomerRow, code: Keyed): string | null {
  const mac = keyring.signAgain(code.keyId, longCodeBinding(customer, code.id))
  return mac === null ? null : longCodeText(mac)
}

interface GivenCode {
  readonly customer: CustomerRow
  readonly of: Keyed
  readonly given: string
}

export function isLongCodeOf(keyring: Keyring, { customer, of, given }: GivenCode): boolean {
  const long = longCodeOf(keyring, customer, of)
  return long !== null && timingSafeEqual(Buffer.from(long), Buffer.from(given))
}
