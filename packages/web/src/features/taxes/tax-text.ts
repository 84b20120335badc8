import { countryStates, hasStates, provincesWithOwnTax } from '@guildhall/contract/tax/places'
import type { TaxRate, TaxScheme } from '@guildhall/contract/tax/shapes'
import { countryName } from '#/entities/address/countries.ts'
import { numberLocale } from '#/lib/format.ts'

const percent = new Intl.NumberFormat(numberLocale, { style: 'percent', maximumFractionDigits: 3 })
const basisPointsPerWhole = 10_000

/** “VAT 19%”. */
export function rateText(rate: TaxRate | null): string {
  if (rate === null) return 'Unknown rate'
  const { displayName, basisPoints } = rate
  if (basisPoints === null || basisPoints === 0) return displayName
  return `${displayName} ${percent.format(basisPoints / basisPointsPerWhole)}`
}

/** The reach of a registration, as the list shows it. */
export const reachText: Readonly<Record<TaxScheme, string>> = {
  domestic: 'This place only',
  small_seller: 'EU-wide, at this rate',
  oss: 'EU-wide, at each customer’s rate',
}

interface Reach {
  value: TaxScheme
  label: string
  hint: string
}

/** The choices for a registration in an EU country. */
export function reachesOf(country: string): Reach[] {
  const name = countryName(country)
  return [
    {
      value: 'domestic',
      label: `Only ${name}`,
      hint: 'Consumers in other EU countries pay no tax.',
    },
    {
      value: 'small_seller',
      label: 'EU-wide, at this country’s rate',
      hint: `For sellers based in ${name} with up to €10,000 a year in cross-border sales.`,
    },
    {
      value: 'oss',
      label: 'EU-wide, at each customer’s rate',
      hint: 'For sellers registered for the EU One-Stop Shop (OSS).',
    },
  ]
}

interface StateChoice {
  value: string
  label: string
}

/** The parts of a country with registrations of their own, if any. */
export function stateChoices(country: string | null): StateChoice[] {
  if (country === null || !hasStates(country)) return []
  const states = Object.entries(countryStates[country] ?? {})
    .filter(([code]) => country === 'US' || provincesWithOwnTax.includes(code))
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  const whole = { value: '', label: country === 'CA' ? 'All of Canada: GST and HST' : 'Choose…' }
  return [whole, ...states]
}
