/** A link of a mail: always to the configured origin, whatever host the request came to. */
export function accountLink(
  publicUrl: string,
  path: `/${string}`,
  query: Readonly<Record<string, string>>,
): string {
  const url = new URL(`/api/auth${path}`, publicUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The URL with one more parameter. What its own query holds is kept, except a parameter of this
 * name: whoever chose the URL must not have a token of theirs read instead of ours.
 */
export function withParameter(url: string, name: string, value: string): string {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${address}?${parameters.toString()}${fragment}`
}

/** Where a provider sends the browser back to; registered there letter by letter. */
export const callbackUrl = (publicUrl: string, providerId: string): string =>
  new URL(`/api/auth/callback/${providerId}`, publicUrl).href
