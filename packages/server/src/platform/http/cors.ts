import type { Wire } from '@guildhall/contract/operation'
import type { AnswerHeaders } from './guards.ts'
import type { TrustedOrigins } from './origins.ts'

const preflightSeconds = 600
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** Response headers readable by pages of other origins. */
export function corsHeaders(
  wire: Wire,
  origin: string | undefined,
  origins: TrustedOrigins,
): AnswerHeaders {
  if (wire === 'billing') return origin === undefined ? {} : anyOrigin
  if (origin === undefined || !origins.trusts(origin)) return varying
  return { ...trustedOrigin, 'access-control-allow-origin': origin }
}

/** Request headers they may send, checked by preflight. */
export const preflightHeaders = (wire: Wire): AnswerHeaders => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers':
    wire === 'account'
      ? 'content-type, authorization, x-captcha-response, guildhall-position'
      : 'content-type, authorization, idempotency-key, x-amz-checksum-sha256, ' +
        'x-amz-sdk-checksum-algorithm, guildhall-position',
  'access-control-max-age': String(preflightSeconds),
})

const anyOrigin: AnswerHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'retry-after, x-request-id, www-authenticate, etag, sunset, guildhall-position',
}

const varying: AnswerHeaders = { vary: 'origin' }

const trustedOrigin: AnswerHeaders = {
  ...varying,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers':
    'retry-after, x-retry-after, set-auth-token, x-request-id, guildhall-position',
}
