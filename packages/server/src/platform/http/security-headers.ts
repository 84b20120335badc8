import type { AnswerHeaders } from './guards.ts'

const hstsSeconds = 63_072_000

/** External sources a page may load: a payment form, a captcha. */
export interface PageSources {
  readonly scriptHashes?: readonly string[]
  readonly scripts?: readonly string[]
  readonly connections?: readonly string[]
  readonly frames?: readonly string[]
  readonly images?: readonly string[]
  /** The sites that may embed the page; none when empty. */
  readonly frameAncestors?: readonly string[]
}

export interface SecurityHeaders {
  readonly api: AnswerHeaders
  readonly page: (sources: PageSources) => AnswerHeaders
}

export function securityHeaders(publicUrl: string): SecurityHeaders {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    ...(publicUrl.startsWith('https://')
      ? { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }
      : {}),
  }
  return {
    api: {
      ...everywhere,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
    page: (sources) => ({
      ...everywhere,
      'content-security-policy': contentSecurityPolicy(sources),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': permissionsPolicy,
      // For browsers without frame-ancestors support; X-Frame-Options can't list embedders.
      ...(isEmbeddable(sources) ? {} : { 'x-frame-options': 'DENY' }),
    }),
  }
}

const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
  'microphone=(), midi=(), serial=(), usb=()'

const isEmbeddable = ({ frameAncestors = [] }: PageSources): boolean => frameAncestors.length > 0

function contentSecurityPolicy(sources: PageSources): string {
  const { scriptHashes = [], scripts = [], connections = [], frames = [] } = sources
  const { images = [], frameAncestors = [] } = sources
  const directives: readonly [name: string, ...sources: string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...scripts],
    ['style-src', "'self'"],
    ['connect-src', "'self'", ...connections],
    ['img-src', "'self'", 'data:', ...images],
    ['font-src', "'self'"],
    ['frame-src', ...(frames.length === 0 ? ["'none'"] : frames)],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', ...(frameAncestors.length === 0 ? ["'none'"] : frameAncestors)],
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}
