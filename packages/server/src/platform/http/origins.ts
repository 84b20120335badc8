import { isReturnPath, unsafeCharacters } from '@guildhall/contract/return-path'
import type { Logger } from 'pino'

/** The trusted origins and redirect targets, as configured. */
export interface TrustedOrigins {
  /** Whether requests made by pages of this origin are trusted. */
  readonly trusts: (origin: string) => boolean
  /** Whether a browser may be redirected there: a relative URL, or one of a trusted origin. */
  readonly accepts: (url: string) => boolean
}

const urlLengthMax = 2048

/**
 * Patterns are origins (`https://app.example.com`), hosts with wildcards with or without a scheme
 * (`*.example.com`, `https://app-*.example.com`, `localhost:*`), or other schemes (`myapp://`). A
 * leading `*.` matches one or more labels, any other `*` a part of a label.
 */
export function trustedOrigins(publicUrl: string, patterns: readonly string[]): TrustedOrigins {
  const matchers = [...ownOrigins(publicUrl), ...patterns].map(matcherOf)
  const trusts = (url: string) => {
    const parsed = parseAbsolute(url)
    return parsed !== null && matchers.some((matches) => matches(parsed, url))
  }
  return { trusts, accepts: (url) => isSafeRelative(url) || trusts(url) }
}

/** A loopback server accepts each of its host names. */
function ownOrigins(publicUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(publicUrl)
  if (!loopbackNames.includes(hostname)) return [origin]
  const suffix = port === '' ? '' : `:${port}`
  return loopbackNames.map((name) => `${protocol}//${name}${suffix}`)
}

/** For a sandbox on this machine, whose pages run on any port. */
export const loopbackPatterns = [
  'localhost',
  'localhost:*',
  '127.0.0.1',
  '127.0.0.1:*',
  '[::1]',
  '[::1]:*',
]

const reportedMax = 100
const shownLengthMax = 200

/**
 * Says once of each origin that it isn’t trusted, and how it would be: a page learns no more than
 * that its request failed. Strangers can invent origins, so there is an end to it.
 */
export function reportUntrusted(origins: TrustedOrigins, log: Logger): TrustedOrigins {
  const reported = new Set<string>()
  const report = (origin: string) => {
    if (reported.size >= reportedMax || reported.has(origin)) return
    reported.add(origin)
    log.warn(
      { origin: origin.slice(0, shownLengthMax) },
      'a page of this origin was refused; to trust it, add it to GUILDHALL_TRUSTED_ORIGINS',
    )
  }
  const trusts = (origin: string): boolean => {
    const isTrusted = origins.trusts(origin)
    if (!isTrusted) report(origin)
    return isTrusted
  }
  return { ...origins, trusts }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

type Matcher = (url: URL, text: string) => boolean

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

function matcherOf(pattern: string): Matcher {
  const lower = pattern.toLowerCase().replace(/\/$/, '')
  const [scheme, rest] = splitScheme(lower)
  const isWebScheme = scheme === 'http' || scheme === 'https'
  if (scheme !== null && !isWebScheme) {
    // The pattern as written: `myapp://` must keep its slashes.
    return (url, text) => !isWeb(url) && text.startsWith(pattern)
  }
  const host = hostPattern(rest)
  return (url) =>
    isWeb(url) && (scheme === null || url.protocol === `${scheme}:`) && host.test(url.host)
}

function splitScheme(pattern: string): [scheme: string | null, rest: string] {
  const at = pattern.indexOf(':/')
  return at < 0 ? [null, pattern] : [pattern.slice(0, at), pattern.slice(at).replace(/^:\/+/, '')]
}

function hostPattern(pattern: string): RegExp {
  const deep = pattern.startsWith('*.')
  const rest = (deep ? pattern.slice(2) : pattern)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^.:]*')
    .replaceAll('?', '[^.:]')
  return new RegExp(`^${deep ? '(?:[^.:]+\\.)+' : ''}${rest}$`)
}

function parseAbsolute(url: string): URL | null {
  if (url.length > urlLengthMax || unsafeCharacters.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.username === '' && parsed.password === '' ? parsed : null
}

const relativePattern = /^\/(?![/\\]|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i

const isSafeRelative = (url: string): boolean =>
  url.length <= urlLengthMax && relativePattern.test(url) && isReturnPath(url)
