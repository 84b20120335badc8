import { type Address, missingForTax } from '@guildhall/contract/customers/address'
import type { TaxDeps } from './deps.ts'
import { stripeTax } from './stripe/calculate-with-stripe.ts'

/** A part of an address that a tax may depend on. */
interface MissingPart {
  /** As a message calls it. */
  readonly part: string
  /** Of its field on the wire, below the address. */
  readonly loc: readonly string[]
}

const parts = {
  country: { part: 'the country', loc: [] },
  state: { part: 'the state or province', loc: ['state'] },
  postalCode: { part: 'the postal code', loc: ['postal_code'] },
} as const satisfies Record<string, MissingPart>

/** What an address lacks so that every tax on a sale there is known; null where it lacks nothing. */
export function missingAddressPart(
  { config }: Pick<TaxDeps, 'config'>,
  address: Address | null,
): MissingPart | null {
  const missing = missingForTax(address, { byPostalCode: stripeTax(config) !== null })
  return missing && parts[missing]
}
