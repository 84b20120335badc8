const home = '/dashboard'

/** The path to return to after signing in, never another site. */
export function returnAddress(search: string, origin: string): string {
  const asked = new URLSearchParams(search).get('next')
  if (!asked?.startsWith('/')) return home
  const address = URL.canParse(asked, origin) ? new URL(asked, origin) : null
  if (address?.origin !== origin) return home
  return `${address.pathname}${address.search}${address.hash}`
}

/** The URL of another signed-out page that keeps the return path. */
export function withReturnAddress(path: string, search: string): string {
  const asked = new URLSearchParams(search).get('next')
  return asked === null ? path : `${path}?${new URLSearchParams({ next: asked })}`
}
