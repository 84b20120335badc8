import { isInUnion } from '@guildhall/contract/tax/places'

/** The local name of the tax id. */
export function taxIdLabel(country: string): string {
  return names.get(country) ?? (isInUnion(country) ? 'VAT number' : 'Tax number')
}

const vat = ['AE', 'BH', 'CH', 'GB', 'GE', 'IL', 'IS', 'NO', 'OM', 'SA', 'TH', 'TW', 'UA', 'ZA']

const names: ReadonlyMap<string, string> = new Map([
  ...vat.map((country) => [country, 'VAT number'] as const),
  ['AU', 'ABN'],
  ['BR', 'CNPJ or CPF'],
  ['CA', 'GST/HST number'],
  ['IN', 'GSTIN'],
  ['MX', 'RFC'],
  ['NZ', 'GST number'],
  ['SG', 'GST number'],
  ['US', 'EIN'],
])
