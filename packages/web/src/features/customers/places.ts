import { countryCodes } from '@guildhall/contract/customers/address'
import { taxIdFormats } from '@guildhall/contract/customers/tax-ids'
import type { Option } from '../../ui/option-list.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })

export const countryName = (code: string): string => names.of(code) ?? code

/** All countries by their names. */
export const countryOptions: readonly Option[] = countryCodes
  .map((code) => ({ value: code, label: countryName(code) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** “eu_oss_vat” → “EU OSS VAT”. */
export const taxFormatName = (format: string): string => format.replaceAll('_', ' ').toUpperCase()

/** Each with the place whose number it is, which finds it too. */
export const taxFormatOptions: readonly Option[] = taxIdFormats.map((format) => ({
  value: format,
  label: `${countryName(format.slice(0, 2).toUpperCase())}: ${taxFormatName(format)}`,
}))
