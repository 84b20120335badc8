/** Where every server of accounts answers, unless it is told otherwise. */
const usualPath = '/api/auth'

export interface BaseUrlSources {
  /** As configured. With a path it is taken as it stands; without one it gets the usual path. */
  configured?: string | undefined
  /** The request that is being answered; in a browser the page is what was asked for. */
  request?: { readonly url: string } | undefined
}

/** The base of the account API, without a slash at its end. */
export function accountBaseUrl({ configured, request = page() }: BaseUrlSources): string {
  if (configured !== undefined && configured !== '') return withPath(parsed(configured))
  const origin = originOf(request)
  if (origin !== null) return `${origin}${usualPath}`
  throw new Error('Could not get origin from request. Please provide a valid base URL.')
}

function page(): BaseUrlSources['request'] {
  return typeof location === 'undefined' ? undefined : { url: location.href }
}

function parsed(configured: string): URL {
  const url = URL.canParse(configured) ? new URL(configured) : null
  if (url !== null && isWeb(url)) return url
  throw new Error(`Invalid base URL: ${configured}. Please provide a valid base URL.`)
}

function withPath({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/+$/, '')
  return `${origin}${path === '' ? usualPath : path}`
}

/** Only from the address itself: whoever sends a request chooses its forwarding headers. */
function originOf(request: BaseUrlSources['request']): string | null {
  if (request === undefined || !URL.canParse(request.url)) return null
  const url = new URL(request.url)
  return isWeb(url) ? url.origin : null
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}
