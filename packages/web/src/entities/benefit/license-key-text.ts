import { formatCount } from '#/lib/format.ts'

interface Key {
  readonly usage: number
  readonly limitUsage: number | null
}

/** “3 of 1,000 uses”; null where nothing is counted. */
export function usageText({ usage, limitUsage }: Key): string | null {
  if (limitUsage !== null) return `${formatCount(usage)} of ${formatCount(limitUsage)} uses`
  if (usage === 0) return null
  return usage === 1 ? '1 use' : `${formatCount(usage)} uses`
}

/** “2 of 5 activations”. */
export const activationsText = (count: number, limit: number): string =>
  `${formatCount(count)} of ${formatCount(limit)} ${limit === 1 ? 'activation' : 'activations'}`

/** How the expiry of a key is to be read at this moment. */
export const expiryWord = (expiresAt: Date, now: Date): string =>
  expiresAt <= now ? 'expired' : 'expires'
