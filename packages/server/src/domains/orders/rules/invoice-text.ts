import type { TaxabilityReason, TaxRate } from '@guildhall/contract/tax/shapes'

/** `22 November 2026`: with the month in letters, because 11/12 is ambiguous. */
/** `VAT 19%`, `GST 9.975%`. */
export function taxLabel(rate: TaxRate | null): string {
  if (rate === null) return 'Tax'
  const { displayName, basisPoints } = rate
  return basisPoints === null ? displayName : `${displayName} ${formatPercent(basisPoints)}`
}

const formatPercent = (basisPoints: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 5 }).format(
    basisPoints / 10_000,
  )

/** The note that the law requires where no tax is charged. */
export function taxNote(reason: TaxabilityReason | null): string | null {
  switch (reason) {
    case 'reverse_charge':
      return 'Reverse charge: the recipient accounts for the tax.'
    case 'product_exempt':
      return 'Exempt from tax.'
    default:
      return null
  }
}

export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}
