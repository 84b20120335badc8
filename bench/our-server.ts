import { publicUrl } from './constants.ts'
import type { ServerScript } from './rounds.ts'

export interface Urls {
  readonly ownerUrl: string
  readonly appUrl: string
}

/** Our server on a database, without rate limits unless the settings say otherwise. */
export const ourServer = (
  { appUrl, ownerUrl }: Urls,
  settings: Readonly<Record<string, string>> = {},
): ServerScript => ({
  name: 'guildhall',
  script: './servers/ours.ts',
  args: [
    appUrl,
    ownerUrl,
    new URL('../packages/server/', import.meta.url).href,
    JSON.stringify({ GUILDHALL_URL: publicUrl, GUILDHALL_RATE_LIMIT: 'off', ...settings }),
  ],
})

/** The URL of another database on the same PostgreSQL. */
export function database(url: string, name: string): string {
  const target = new URL(url)
  target.pathname = name
  return target.href
}
