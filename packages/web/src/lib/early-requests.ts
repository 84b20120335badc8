/** Requests that a page sends before the code that needs the answers has arrived. */
const sent = new Map<string, Promise<Response>>()

/** An answer that nobody has taken by then would be old news to who asks later. */
const keptMilliseconds = 30_000

type Headers = Readonly<Record<string, string>>

const keyOf = (url: string, { authorization = '' }: Headers): string => `${authorization} ${url}`

/** The URL and the headers must be those with which the page’s code will ask. */
export function sendEarly(url: string, headers: Headers): void {
  const answer = fetch(url, {
    credentials: 'include',
    headers: { ...headers, accept: 'application/json' },
  })
  // Where it fails, the code that takes it finds out.
  answer.catch(() => undefined)
  const key = keyOf(url, headers)
  sent.set(key, answer)
  setTimeout(() => sent.delete(key), keptMilliseconds)
}

/** Each answer is taken once: who asks again wants what is true by then. */
export function takeEarly(url: string, headers: Headers = {}): Promise<Response> | undefined {
  const key = keyOf(url, headers)
  const answer = sent.get(key)
  sent.delete(key)
  return answer
}

/** A copy of an early answer; null if it was taken in the meantime, or didn’t come. */
export async function peekEarly(url: string, headers: Headers): Promise<Response | null> {
  const key = keyOf(url, headers)
  const answer = await sent.get(key)?.catch(() => null)
  return sent.has(key) && answer ? answer.clone() : null
}
