interface Cookie {
  readonly value: string
  /** Its attributes by lowercase name. */
  readonly attributes: ReadonlyMap<string, string>
}

/** The cookies that a browser keeps for one site, and a `fetch` that sends them. */
export interface CookieJar {
  readonly cookies: ReadonlyMap<string, Cookie>
  /** Sends requests as a page of that origin does; doesn't follow redirects. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  put(name: string, value: string): void
  drop(name: string): void
  /** The value of the `cookie` header. */
  header(): string
}

/** A browser with a page of this origin. */
export function newCookieJar(origin: string): CookieJar {
  const cookies = new Map<string, Cookie>()
  const header = () => Array.from(cookies, ([name, { value }]) => `${name}=${value}`).join('; ')
  const keep = (line: string) => {
    const { name, cookie } = readCookie(line)
    if (cookie.attributes.get('max-age') === '0') cookies.delete(name)
    else cookies.set(name, cookie)
  }
  return {
    cookies,
    header,
    put: (name, value) => void cookies.set(name, { value, attributes: new Map() }),
    drop: (name) => void cookies.delete(name),
    fetch: async (input, init = {}) => {
      const headers = new Headers(init.headers)
      if (cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', header())
      if (!headers.has('origin')) headers.set('origin', origin)
      const answer = await fetch(input, { redirect: 'manual', ...init, headers })
      for (const line of answer.headers.getSetCookie()) keep(line)
      return answer
    },
  }
}

function readCookie(line: string): { name: string; cookie: Cookie } {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const [name, value] = splitPair(pair)
  const attributes = new Map(
    rest.map((part) => {
      const [attribute, setting] = splitPair(part)
      return [attribute.toLowerCase(), setting] as const
    }),
  )
  return { name, cookie: { value, attributes } }
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
