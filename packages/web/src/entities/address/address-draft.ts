import type { Address } from '@guildhall/contract/customers/address'

/** An address as typed; omitted lines are empty. */
export interface AddressDraft {
  line1: string
  line2: string
  postalCode: string
  city: string
  state: string
  country: string | null
}

export const addressDraftOf = (address: Address | null | undefined): AddressDraft => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  country: address?.country ?? null,
})

/** An address is stored with its country or not at all. */
export function addressOf({ line1, line2, postalCode, city, state, country }: AddressDraft) {
  return country === null ? null : { line1, line2, postalCode, city, state, country }
}

/** Maps wire paths below `path` to form fields. */
export const addressFields = <P extends string>(path: P) =>
  ({
    [`${path}.line1`]: 'line1',
    [`${path}.line2`]: 'line2',
    [`${path}.postal_code`]: 'postalCode',
    [`${path}.city`]: 'city',
    [`${path}.state`]: 'state',
    [path]: 'country',
  }) as const
