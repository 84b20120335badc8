/** The default path of the account API. */
const usualPath = '/api/auth'

export interface BaseUrlSources {
  /** The configured URL. Without a path it gets the default one. */
  configured?: string | undefined
  /** The URL of the request; in a browser, of the page. */
  request?: { readonly url: string } | undefined
}

/** The base URL of the account API, without a trailing slash. */
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

/** Taken from the URL only, since clients can forge forwarding headers. */
function originOf(request: BaseUrlSources['request']): string | null {
  if (request === undefined || !URL.canParse(request.url)) return null
  const url = new URL(request.url)
  return isWeb(url) ? url.origin : null
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}
