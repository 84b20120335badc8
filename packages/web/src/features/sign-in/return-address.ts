import { isReturnPath } from '@guildhall/contract/return-path'

const home = '/dashboard'

/** The path to return to after signing in, never another site. */
export function returnAddress(search: string): string {
  const requested = new URLSearchParams(search).get('next')
  return requested !== null && isReturnPath(requested) ? requested : home
}

/** The URL of another signed-out page that keeps the return path. */
export function withReturnAddress(path: string, search: string): string {
  const asked = new URLSearchParams(search).get('next')
  return asked === null ? path : `${path}?${new URLSearchParams({ next: asked })}`
}
