import { createHmac } from 'node:crypto'

/** A signature with this secret as Standard Webhooks has it. */
function signature(secret: string, signed: string): string {
  // The key is the secret as it is written, prefix and all: the official clients take its bytes.
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
}

export interface Message {
  /** Stays the same when it's sent again. */
  readonly id: string
  readonly body: string
  readonly event: {
    readonly sequence: number
    readonly object: { readonly version: number }
  }
}

interface Signing {
  /** Real time: receivers refuse what is older than five minutes, or younger. */
  readonly now: Date
  /** While a secret is replaced by another, whoever has either of them can verify. */
  readonly secrets: readonly string[]
}

/** What stands above the body, but for the signature. */
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
