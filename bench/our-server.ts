import type { Candidate } from './rounds.ts'
import { publicUrl } from './setting.ts'

export interface Urls {
  readonly ownerUrl: string
  readonly appUrl: string
}

/** Our server on a database, without rate limits unless the settings say otherwise. */
export const ourServer = (
  { appUrl, ownerUrl }: Urls,
  settings: Readonly<Record<string, string>> = {},
): Candidate => ({
  name: 'guildhall',
  script: './servers/ours.ts',
  args: [
    appUrl,
    ownerUrl,
    new URL('../packages/server/', import.meta.url).href,
    JSON.stringify({ GUILDHALL_URL: publicUrl, GUILDHALL_RATE_LIMIT: 'off', ...settings }),
  ],
})

/** The same PostgreSQL's other database. */
export function database(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}
