import manifest from '../../package.json' with { type: 'json' }

/** The version of this code. */
export const version: string = manifest.version

/** How PostgreSQL shows its connections. */
export const applicationName = `guildhall ${version}`

/** Of versions like 1.2.3; what follows a hyphen doesn’t count. */
export function isOlder(one: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(one), numbersOf(other)]
  const place = ours.findIndex((number, at) => number !== theirs[at])
  return place >= 0 && (ours[place] ?? 0) < (theirs[place] ?? 0)
}

const numbersOf = (text: string): number[] =>
  (/^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number)
