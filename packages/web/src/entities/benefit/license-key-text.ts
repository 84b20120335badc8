interface Key {
  readonly usage: number
  readonly limitUsage: number | null
}

/** “3 of 1,000 uses”; null where nothing is counted. */
export function usageText({ usage, limitUsage }: Key): string | null {
  if (limitUsage !== null) return `${usage.toLocaleString()} of ${limitUsage.toLocaleString()} uses`
  if (usage === 0) return null
  return usage === 1 ? '1 use' : `${usage.toLocaleString()} uses`
}

/** “2 of 5 activations”. */
export const activationsText = (count: number, limit: number): string =>
  `${count.toLocaleString()} of ${limit.toLocaleString()} ${limit === 1 ? 'activation' : 'activations'}`

/** How the expiry of a key is to be read at this moment. */
export const expiryWord = (expiresAt: Date, now: Date): string =>
  expiresAt <= now ? 'expired' : 'expires'
