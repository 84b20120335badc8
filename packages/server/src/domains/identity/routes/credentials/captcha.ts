import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import { Problem } from '../../../../kernel/refusal.ts'
import { operatorGuard } from '../../../../platform/http-client/guard.ts'
import type { IdentityDeps } from '../../actions/deps.ts'

const verifyUrls = {
  'cloudflare-turnstile': 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  'google-recaptcha': 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const

const responseLengthMax = 16_384
const timeoutMs = 5_000
const maxBytes = 65_536
/** For providers that return a score: 0 is a program, 1 a person. */
const scoreMin = 0.5

interface Visitor {
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

/**
 * Requires a solved captcha if one is configured. The refusal gives no reason. If the provider is
 * unreachable everyone is refused, otherwise an outage would bypass the captcha.
 */
export async function checkCaptcha(
  deps: Pick<IdentityDeps, 'config' | 'fetchExternal' | 'log'>,
  { headers, address }: Visitor,
): Promise<void> {
  const { provider, secretKey, siteKey, verifyUrl } = deps.config.captcha
  if (provider === null) return
  const response = headers['x-captcha-response']
  if (typeof response !== 'string' || response === '') throw new Problem('captcha_is_missing')
  if (response.length > responseLengthMax) throw new Problem('captcha_failed')
  const form = new URLSearchParams({ secret: secretKey ?? '', response, remoteip: address })
  // The others bind the secret to the site; hCaptcha would accept an answer for another site.
  if (provider === 'hcaptcha' && siteKey !== null) form.set('sitekey', siteKey)
  const verdict = await requestVerdict(deps, verifyUrl ?? verifyUrls[provider], form)
  if (verdict === null) throw new Problem('captcha_is_unavailable')
  if (!verdict.success || (verdict.score ?? 1) < scoreMin) throw new Problem('captcha_failed')
}

const verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  'error-codes': z.optional(z.nullable(z.array(z.string()))),
})
type Verdict = z.output<typeof verdict>

/** Errors of our settings or of the provider, not of the visitor. */
const ownFault = /^(?:missing-input-secret|invalid-input-secret|.*sitekey.*|internal-error)$/

async function requestVerdict(
  { fetchExternal, log }: Pick<IdentityDeps, 'fetchExternal' | 'log'>,
  url: string,
  form: URLSearchParams,
): Promise<Verdict | null> {
  const answer = await fetchExternal(url, {
    method: 'POST',
    guard: operatorGuard,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    timeoutMs,
    maxBytes,
  })
  if ('failed' in answer) {
    log.error({ reason: answer.reason }, 'the captcha could not be verified')
    return null
  }
  const read = verdict.safeParse(parsed(answer.body.toString()))
  const codes = read.data?.['error-codes'] ?? []
  if (read.success && !codes.some((code) => ownFault.test(code))) return read.data
  log.error({ status: answer.status, codes }, 'the captcha could not be verified')
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
