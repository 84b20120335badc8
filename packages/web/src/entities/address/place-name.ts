import { countryStates } from '@guildhall/contract/tax/places'
import { countryName } from './countries.ts'

interface Place {
  /** Null where it is unknown. */
  country: string | null
  state: string | null
}

/** “Germany”, “Quebec, Canada”. */
export function placeName({ country, state }: Place): string {
  if (country === null) return 'Unknown location'
  const name = countryName(country)
  return state === null ? name : `${countryStates[country]?.[state] ?? state}, ${name}`
}
