/** A link in a mail: always to the configured origin, whatever host the request named. */
export function accountLink(
  publicUrl: string,
  path: `/${string}`,
  query: Readonly<Record<string, string>>,
): string {
  const url = new URL(path, publicUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

interface EmailLink {
  readonly token: string
  readonly callbackURL: string | null
}

/** The page that asks before a mailed link has an effect. */
export const confirmationPage = ({ token, callbackURL }: EmailLink) => ({
  path: '/verify-email' as const,
  query: { token, ...(callbackURL !== null && { callbackURL }) },
})

/**
 * The URL with one parameter set. A parameter of the same name is replaced, so that the author of
 * the URL can't pass off their own token as ours.
 */
export function withParameter(url: string, name: string, value: string): string {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${address}?${parameters.toString()}${fragment}`
}

/** The OAuth redirect URL, exactly as it is registered with the provider. */
export const callbackUrl = (publicUrl: string, providerId: string): string =>
  new URL(`/api/auth/callback/${providerId}`, publicUrl).href
