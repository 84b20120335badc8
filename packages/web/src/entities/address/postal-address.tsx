import { type Address, postalState } from '@guildhall/contract/customers/address'
import { countryName } from './countries.ts'

interface PostalAddressProps {
  /** Shown above the address. */
  name?: string | null
  address: Address | null
}

/** An address as printed on a letter. */
export function PostalAddress({ name, address }: PostalAddressProps) {
  const { line1, line2, postalCode, city, country } = address ?? {}
  const state = address && postalState(address)
  const place = [postalCode, city].filter(Boolean).join(' ')
  const lines = [name, line1, line2, place, state, country && countryName(country)]
  return (
    <address className="not-italic">
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  )
}
