import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'

/** A mail requested by somebody who isn't signed in. */
const mailRequest = z.object({
  wants: z.enum(['verification', 'reset']),
  email: z.string(),
  /** Where the browser ends up after opening the link. */
  destination: z.nullable(z.string()),
  address: z.string(),
  userAgent: z.string(),
})
export type MailRequest = z.output<typeof mailRequest>

/**
 * Records the request without looking up the address, so that the answer and its time are the same
 * for every address; a job sends the mail. Sealed, because the event log keeps it.
 */
export function requestMail(
  uow: Pick<UnitOfWork, 'newId' | 'record'>,
  keyring: Keyring,
  request: MailRequest,
): void {
  const id = uow.newId('mailRequest')
  const sealed = keyring.seal(JSON.stringify(request), binding(id)).toString('base64')
  uow.record(eventOf('mail.requested', { organizationId: null, id, version: 1 }, { sealed }))
}

/** Null if it was sealed with a secret that is no longer configured. */
export function openMailRequest(
  keyring: Keyring,
  { id, sealed }: { readonly id: Id<'mailRequest'>; readonly sealed: string },
): MailRequest | null {
  const text = keyring.open(Buffer.from(sealed, 'base64'), binding(id))
  return text === null ? null : mailRequest.parse(JSON.parse(text))
}

const binding = (id: Id<'mailRequest'>): readonly string[] => ['mail request', id]
