const home = '/dashboard'

/** Where to go after signing in: a path of our own, never another site. */
export function returnAddress(search: string, origin: string): string {
  const asked = new URLSearchParams(search).get('next')
  if (!asked?.startsWith('/')) return home
  const address = URL.canParse(asked, origin) ? new URL(asked, origin) : null
  if (address?.origin !== origin) return home
  return `${address.pathname}${address.search}${address.hash}`
}

/** The address of a sister page that keeps the way back. */
export function withReturnAddress(path: string, search: string): string {
  const asked = new URLSearchParams(search).get('next')
  return asked === null ? path : `${path}?${new URLSearchParams({ next: asked })}`
}
