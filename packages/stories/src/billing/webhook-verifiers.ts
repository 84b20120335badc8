import { validateEvent } from '@polar-sh/sdk/webhooks.js'
import { webhooks as newest } from 'polar-sdk-1/2026-04'
import { validateEvent as validateNewer } from 'polar-sdk-034/webhooks.js'
import { Webhook } from 'standardwebhooks'

/** What a receiver has of a call. */
export interface Called {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

type Verify = (called: Called, secret: string) => unknown

/** How receivers check a call and read it; each of them throws at what it doesn’t believe. */
export const verifiers: Readonly<Record<string, Verify>> = {
  'SDK 0.32.16': ({ body, headers }, secret) => validateEvent(body, { ...headers }, secret),
  'SDK 0.34': ({ body, headers }, secret) => validateNewer(body, { ...headers }, secret),
  'SDK 1': ({ body, headers }, secret) => newest.validateEvent(body, { ...headers }, secret),
  // The key is the secret as it is written; this library wants keys in base64.
  'Standard Webhooks': ({ body, headers }, secret) =>
    new Webhook(Buffer.from(secret).toString('base64')).verify(body, { ...headers }),
}

/** Which of them believe it. */
export async function believers(called: Called, secret: string): Promise<string[]> {
  const tried = await Promise.allSettled(
    Object.values(verifiers).map(async (verify) => verify(called, secret)),
  )
  return Object.keys(verifiers).filter((_, at) => tried[at]?.status === 'fulfilled')
}
