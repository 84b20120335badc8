/** What an account was granted, as its row keeps it: separated by commas. */
export const scopesOf = ({ scope }: { readonly scope: string | null }): string[] =>
  scope === null || scope === '' ? [] : scope.split(',')
