/** What a browser got: redirects are not followed. */
export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly location: string | null
  readonly cookies: readonly string[]
  // What the test expects is the test's business.
  readonly body: Readonly<Record<string, unknown>> | null
}

/** Keeps cookies, asks for paths of one server, and can come from any address. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Seen>
  head(path: string): Promise<Seen>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Seen>
  /** Follows a link of a mail on the server under test, whatever host stands in it. */
  open(link: string): Promise<Seen>
}

export function openBrowser(url: string): Browser {
  const jar = new Map<string, string>()
  async function send(path: string, init: RequestInit): Promise<Seen> {
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
    get,
    head: (path) => send(path, { method: 'HEAD' }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    open: (link) => get(link.replace(/^https?:\/\/[^/]+/, '')),
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}

/** How answers to calls made at once turned out, in an order of their own. */
export const statusesOf = (answers: readonly Seen[]): number[] =>
  answers.map(({ status }) => status).sort((one, other) => one - other)
