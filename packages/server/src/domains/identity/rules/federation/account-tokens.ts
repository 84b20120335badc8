/** The scopes an account was granted, stored separated by commas. */
export const scopesOf = ({ scope }: { readonly scope: string | null }): string[] =>
  scope === null || scope === '' ? [] : scope.split(',')

const expiryMarginMilliseconds = 5_000

/** True if the access token is about to expire, or doesn't say when it does. */
export const isDueForRefresh = (
  { accessTokenExpiresAt: end }: { readonly accessTokenExpiresAt: Date | null },
  now: Date,
): boolean => end === null || end.getTime() - now.getTime() < expiryMarginMilliseconds
