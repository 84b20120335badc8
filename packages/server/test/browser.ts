/** A response as a browser gets it; redirects are not followed. */
export interface BrowserResponse {
  readonly status: number
  readonly headers: Headers
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly body: Readonly<Record<string, unknown>> | null
}

/** Keeps cookies and requests paths of one server. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  /** Drops a cookie, as a browser does when it has expired. */
  forget(cookie: string): void
  get(path: string, headers?: Record<string, string>): Promise<BrowserResponse>
  head(path: string): Promise<BrowserResponse>
  post(path: string, body: object, headers?: Record<string, string>): Promise<BrowserResponse>
  /**
   * Follows a mailed link on the server under test, regardless of its host. A link to the page that
   * confirms an address is followed as a client without that page does.
   */
  open(link: string): Promise<BrowserResponse>
}

export function openBrowser(url: string): Browser {
  const jar = new Map<string, string>()
  async function send(path: string, init: RequestInit): Promise<BrowserResponse> {
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    const answer = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' })
    const cookies = answer.headers.getSetCookie()
    for (const line of cookies) keep(jar, line)
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      location: answer.headers.get('location'),
      cookies,
      body: text === '' ? null : JSON.parse(text),
    }
  }
  const get: Browser['get'] = (path, headers = {}) => send(path, { headers })
  return {
    cookies: jar,
    forget: (cookie) => void jar.delete(cookie),
    get,
    head: (path) => send(path, { method: 'HEAD' }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    open: (link) =>
      get(
        link.replace(/^https?:\/\/[^/]+/, '').replace(/^\/verify-email/, '/api/auth/verify-email'),
      ),
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}

/** The sorted statuses of concurrent calls. */
export const statusesOf = (answers: readonly BrowserResponse[]): number[] =>
  answers.map(({ status }) => status).sort((one, other) => one - other)
