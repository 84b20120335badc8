import type { TaxabilityReason, TaxRate } from '@guildhall/contract/tax/shapes'

/** `22 November 2026`: a date that nobody can read the other way round. */
export const dateWords = (instant: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(instant)

/** `VAT 19%`, `GST 9.975%`. */
export function taxWords(rate: TaxRate | null): string {
  if (rate === null) return 'Tax'
  const { displayName, basisPoints } = rate
  return basisPoints === null ? displayName : `${displayName} ${percentWords(basisPoints)}`
}

const percentWords = (basisPoints: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 5 }).format(
    basisPoints / 10_000,
  )

/** What the law wants to read where no tax is taken. */
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

export function countryWords(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}
