import { taxIdFormats } from '@guildhall/contract/customers/tax-ids'
import { countryName } from '#/entities/address/countries.ts'
import type { Option } from '#/ui/option-list.ts'

/** “eu_oss_vat” → “EU OSS VAT”. */
export const taxFormatName = (format: string): string => format.replaceAll('_', ' ').toUpperCase()

/** Tax ID formats with their countries, which the search matches too. */
export const taxFormatOptions: readonly Option[] = taxIdFormats.map((format) => ({
  value: format,
  label: `${countryName(format.slice(0, 2).toUpperCase())}: ${taxFormatName(format)}`,
}))
