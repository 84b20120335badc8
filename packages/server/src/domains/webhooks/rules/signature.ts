import { createHmac } from 'node:crypto'

/** A signature of Standard Webhooks. */
function signature(secret: string, signed: string): string {
  // The key is the secret as written, prefix included, because the official clients use its bytes.
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
}

export interface Message {
  /** The same for every attempt. */
  readonly id: string
  readonly body: string
  readonly event: {
    readonly sequence: number
    readonly object: { readonly version: number }
  }
}

interface Signing {
  /** Real time: receivers refuse timestamps that are off by more than five minutes. */
  readonly now: Date
  /** During a rotation both the new and the previous secret sign. */
  readonly secrets: readonly string[]
}

/** The headers without the signature. */
export const messageHeaders = (
  { id, event }: Pick<Message, 'id' | 'event'>,
  now: Date,
): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'user-agent': 'Guildhall',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'guildhall-sequence': String(event.sequence),
  'guildhall-object-version': String(event.object.version),
})

export function signedHeaders(
  message: Message,
  { now, secrets }: Signing,
): Readonly<Record<string, string>> {
  const headers = messageHeaders(message, now)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message.body}`
  const signatures = secrets.map((secret) => signature(secret, signed))
  return { ...headers, 'webhook-signature': signatures.join(' ') }
}
