import { countryStates, hasStates, provincesWithOwnTax } from '@guildhall/contract/tax/places'
import type { TaxRate, TaxScheme } from '@guildhall/contract/tax/shapes'
import { countryName } from '../../lib/countries.ts'

interface Place {
  country: string
  state: string | null
}

/** “Germany”, “Quebec, Canada”. */
export function placeName({ country, state }: Place): string {
  const name = countryName(country)
  return state === null ? name : `${countryStates[country]?.[state] ?? state}, ${name}`
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 3 })
const basisPointsPerWhole = 10_000

/** “VAT 19%”. */
export function rateWords(rate: TaxRate | null): string {
  if (rate === null) return 'Not known here'
  const { displayName, basisPoints } = rate
  if (basisPoints === null || basisPoints === 0) return displayName
  return `${displayName} ${percent.format(basisPoints / basisPointsPerWhole)}`
}

/** How far a registration reaches, as a line of the list says it. */
export const reachWords: Readonly<Record<TaxScheme, string>> = {
  domestic: 'This place alone',
  small_seller: 'All of the EU, at this rate',
  oss: 'All of the EU, at each buyer’s rate',
}

interface Reach {
  value: TaxScheme
  label: string
  hint: string
}

/** The choices of who is registered in a country of the European Union. */
export function reachesOf(country: string): Reach[] {
  const name = countryName(country)
  return [
    {
      value: 'domestic',
      label: `Only ${name}`,
      hint: 'Consumers in other countries of the EU pay no tax.',
    },
    {
      value: 'small_seller',
      label: 'All of the EU, at the rate here',
      hint: `For sellers at home in ${name} who sell little abroad: up to €10,000 a year.`,
    },
    {
      value: 'oss',
      label: 'All of the EU, at each buyer’s rate',
      hint: 'For sellers who declare it all in one place, with the one-stop shop (OSS).',
    },
  ]
}

interface StateChoice {
  value: string
  label: string
}

/** Which parts of a country are registered apart; none where the country is registered whole. */
export function stateChoices(country: string | null): StateChoice[] {
  if (country === null || !hasStates(country)) return []
  const states = Object.entries(countryStates[country] ?? {})
    .filter(([code]) => country === 'US' || provincesWithOwnTax.includes(code))
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  const whole = { value: '', label: country === 'CA' ? 'All of Canada: GST and HST' : 'Choose…' }
  return [whole, ...states]
}
