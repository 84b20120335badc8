import { countryCodes } from '@guildhall/contract/customers/countries'

const names = new Intl.DisplayNames('en', { type: 'region' })

export const countryName = (code: string): string => names.of(code) ?? code

/** All countries, sorted by name. */
export const countryOptions: readonly { value: string; label: string }[] = countryCodes
  .map((code) => ({ value: code, label: countryName(code) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
