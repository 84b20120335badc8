import type { GrantText } from '../hooks.ts'
import { quoted } from './quoted.ts'

/** What a buyer has got, with the license keys in full. Benefits may have the same name. */
export function grantFacts(granted: readonly GrantText[]): Record<string, string> {
  if (granted.length === 0) return {}
  const keys = granted.flatMap(({ benefit, licenseKey }) =>
    licenseKey === null ? [] : [{ benefit, licenseKey }],
  )
  const named = (benefit: string, at: number) =>
    keys.length === 1 ? 'License key' : `License key ${at + 1}, ${quoted(benefit)}`
  return {
    Includes: granted.map(({ benefit }) => quoted(benefit)).join(', '),
    ...Object.fromEntries(
      keys.map(({ benefit, licenseKey }, at) => [named(benefit, at), licenseKey]),
    ),
  }
}
