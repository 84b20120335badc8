import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Work } from '../../../platform/work.ts'

/** What somebody wants to be mailed who isn't signed in. */
const mailRequest = z.object({
  wants: z.enum(['verification', 'reset']),
  email: z.string(),
  /** Where the link leads in the end. */
  destination: z.nullable(z.string()),
  address: z.string(),
  userAgent: z.string(),
})
export type MailRequest = z.output<typeof mailRequest>

/** Of which a job is made that looks whether there is anybody to mail to. */
export const mailRequested = 'mail.requested'

/**
 * Notes what is wanted without looking whether somebody has the address: so the answer, and the
 * time it takes, are the same for every address. Sealed, because the log keeps it.
 */
export function requestMail(
  work: Pick<Work, 'newId' | 'record'>,
  keyring: Keyring,
  request: MailRequest,
): void {
  const id = work.newId('mailRequest')
  const event: NewEvent = {
    name: mailRequested,
    organizationId: null,
    object: { type: 'mailRequest', id, version: 1 },
    payload: { sealed: keyring.seal(JSON.stringify(request), binding(id)).toString('base64') },
  }
  work.record(event)
}

/** Null where it was sealed with a secret that is no longer listed. */
export function openMailRequest(
  keyring: Keyring,
  { id, sealed }: { readonly id: Id<'mailRequest'>; readonly sealed: string },
): MailRequest | null {
  const text = keyring.open(Buffer.from(sealed, 'base64'), binding(id))
  return text === null ? null : mailRequest.parse(JSON.parse(text))
}

const binding = (id: Id<'mailRequest'>): readonly string[] => ['mail request', id]
