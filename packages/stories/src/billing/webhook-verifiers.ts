import { validateEvent } from '@polar-sh/sdk/webhooks.js'
import { webhooks as newest } from 'polar-sdk-1/2026-10'
import { validateEvent as validate034 } from 'polar-sdk-034/webhooks.js'
import { validateEvent as validate042 } from 'polar-sdk-042/webhooks.js'
import { validateEvent as validate049 } from 'polar-sdk-049/webhooks.js'
import { Webhook } from 'standardwebhooks'

/** A request as the receiver sees it. */
export interface ReceivedRequest {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

type Verify = (request: ReceivedRequest, secret: string) => unknown

/** How receivers verify and parse a request; each throws on failure. */
export const verifiers: Readonly<Record<string, Verify>> = {
  'SDK 0.32.16': ({ body, headers }, secret) => validateEvent(body, { ...headers }, secret),
  'SDK 0.34': ({ body, headers }, secret) => validate034(body, { ...headers }, secret),
  'SDK 0.42': ({ body, headers }, secret) => validate042(body, { ...headers }, secret),
  'SDK 0.49': ({ body, headers }, secret) => validate049(body, { ...headers }, secret),
  'SDK 1': ({ body, headers }, secret) => newest.validateEvent(body, { ...headers }, secret),
  // The key is the secret as written; this library expects keys in base64.
  'Standard Webhooks': ({ body, headers }, secret) =>
    new Webhook(Buffer.from(secret).toString('base64')).verify(body, { ...headers }),
}

/** The verifiers that accept the request. */
export async function acceptingVerifiers(
  request: ReceivedRequest,
  secret: string,
): Promise<string[]> {
  const results = await Promise.allSettled(
    Object.values(verifiers).map(async (verify) => verify(request, secret)),
  )
  return Object.keys(verifiers).filter((_, at) => results[at]?.status === 'fulfilled')
}
