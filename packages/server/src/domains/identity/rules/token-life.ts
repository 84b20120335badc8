const spareMilliseconds = 5_000

/** Whether an access token is so near its end, or tells so little of it, that a new one is due. */
export const isDueForRefresh = (
  { accessTokenExpiresAt: end }: { readonly accessTokenExpiresAt: Date | null },
  now: Date,
): boolean => end === null || end.getTime() - now.getTime() < spareMilliseconds
