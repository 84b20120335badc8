import { taxIdFormats } from '@guildhall/contract/customers/tax-ids'
import { countryName } from '../../lib/countries.ts'
import type { Option } from '../../ui/option-list.ts'

/** “eu_oss_vat” → “EU OSS VAT”. */
export const taxFormatName = (format: string): string => format.replaceAll('_', ' ').toUpperCase()

/** Each with the place whose number it is, which finds it too. */
export const taxFormatOptions: readonly Option[] = taxIdFormats.map((format) => ({
  value: format,
  label: `${countryName(format.slice(0, 2).toUpperCase())}: ${taxFormatName(format)}`,
}))
