import { benefitRefusals } from './benefits/refusals.ts'
import { customFieldRefusals } from './catalog/custom-field-refusals.ts'
import { discountRefusals } from './catalog/discount-refusals.ts'
import { productRefusals } from './catalog/product-refusals.ts'
import { checkoutRefusals } from './checkout/refusals.ts'
import { customerRefusals } from './customers/refusals.ts'
import { entitlementRefusals } from './entitlements/refusals.ts'
import { fileRefusals } from './files/refusals.ts'
import { identityRefusals } from './identity/refusals.ts'
import { ledgerRefusals } from './ledger/refusals.ts'
import { limitRefusals } from './limits/refusals.ts'
import { listRefusals } from './lists/refusals.ts'
import { maintenanceRefusals } from './maintenance/refusals.ts'
import { meterRefusals } from './metering/refusals.ts'
import { metricRefusals } from './metrics/refusals.ts'
import { balanceRefusals } from './orders/balance-refusals.ts'
import { invoiceRefusals, orderRefusals } from './orders/refusals.ts'
import { clockRefusals } from './organizations/clock-refusals.ts'
import { organizationRefusals } from './organizations/refusals.ts'
import { sellerRefusals } from './organizations/seller-refusals.ts'
import { paymentRefusals } from './payments/refusals.ts'
import { portalRefusals } from './portal/refusals.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { subscriptionRefusals } from './subscriptions/refusals.ts'
import { taxRefusals } from './tax/refusals.ts'
import { topUpRefusals } from './topups/refusals.ts'
import { usageRefusals } from './usage/refusals.ts'
import { webhookRefusals } from './webhooks/refusals.ts'

export const refusals = {
  malformed_json: {
    status: 400,
    message: 'Invalid JSON in request body',
    error: 'BadRequest',
    code: 'BAD_REQUEST',
  },
  duplicate_key: {
    status: 400,
    message: 'The key "{key}" appears twice in the request body',
    error: 'BadRequest',
    code: 'BAD_REQUEST',
  },
  json_too_deep: {
    status: 400,
    message: 'The request body is nested deeper than {depthMax} levels',
    error: 'BadRequest',
    code: 'BAD_REQUEST',
  },
  unstorable_text: {
    status: 400,
    message: 'Text may not contain NUL or half of a surrogate pair',
    error: 'BadRequest',
    code: 'BAD_REQUEST',
  },
  unauthorized: { status: 401, message: 'Unauthorized', error: 'Unauthorized' },
  invalid_origin: { status: 403, message: 'Invalid origin', error: 'NotPermitted' },
  not_found: { status: 404, message: 'Not found', error: 'ResourceNotFound' },
  not_implemented: {
    status: 501,
    message: 'This server does not have this operation. What it has: {reference}',
    error: 'NotImplemented',
    code: 'NOT_IMPLEMENTED',
  },
  method_not_allowed: { status: 405, message: 'Method not allowed', error: 'MethodNotAllowed' },
  idempotency_key_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still in progress',
    error: 'IdempotencyKeyInFlight',
  },
  conflicting_change: {
    status: 409,
    message: 'The same data was being changed by another request. Please try again.',
    error: 'ConflictingChange',
    code: 'CONFLICTING_CHANGE',
  },
  body_too_large: {
    status: 413,
    message: 'The request body is larger than {limitBytes} bytes',
    error: 'PayloadTooLarge',
    code: 'PAYLOAD_TOO_LARGE',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Unsupported content type: send {expected}',
    error: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  unsupported_content_encoding: {
    status: 415,
    message: 'Send the request body without Content-Encoding',
    error: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_CONTENT_ENCODING',
  },
  idempotency_key_invalid: {
    status: 422,
    message: 'Idempotency-Key must be 1 to 255 printable characters',
    error: 'RequestValidationError',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request',
    error: 'RequestValidationError',
  },
  // The wires report fields differently: 400 with a sentence, or 422 with a list.
  invalid_input: {
    status: 422,
    message: 'The input is not valid',
    error: 'RequestValidationError',
    code: 'VALIDATION_ERROR',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests. Please try again later.',
    error: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
  },
  ...identityRefusals,
  ...organizationRefusals,
  ...sellerRefusals,
  ...clockRefusals,
  ...entitlementRefusals,
  ...fileRefusals,
  ...customerRefusals,
  ...customFieldRefusals,
  ...discountRefusals,
  ...productRefusals,
  ...benefitRefusals,
  ...entitlementRefusals,
  ...balanceRefusals,
  ...invoiceRefusals,
  ...orderRefusals,
  ...checkoutRefusals,
  ...subscriptionRefusals,
  ...meterRefusals,
  ...usageRefusals,
  ...limitRefusals,
  ...metricRefusals,
  ...listRefusals,
  ...topUpRefusals,
  ...taxRefusals,
  ...ledgerRefusals,
  ...maintenanceRefusals,
  ...paymentRefusals,
  ...portalRefusals,
  ...webhookRefusals,
  internal_error: { status: 500, message: 'Internal server error', error: 'InternalServerError' },
  unavailable: {
    status: 503,
    message:
      'A service that this server needs can’t be reached at the moment. Please try again soon.',
    error: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
  },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof refusals

const entries: Readonly<Record<string, RefusalEntry>> = refusals

export const refusalEntry = (code: string): RefusalEntry | undefined =>
  Object.hasOwn(entries, code) ? entries[code] : undefined
