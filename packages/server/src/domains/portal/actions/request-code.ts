import { organizationId } from '@guildhall/contract/organizations/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'

const codeRequest = z.object({ organizationId, email: z.string() })
export type CodeRequest = z.output<typeof codeRequest>

/**
 * Records the request without looking for a customer, so that the response and its time are the
 * same for every address; a job does the rest. The request is encrypted because the log keeps it,
 * and belongs to no organization because the given one may not exist.
 */
export function requestCode(uow: UnitOfWork, keyring: Keyring, request: CodeRequest): void {
  const id = uow.newId('codeRequest')
  const sealed = keyring.seal(JSON.stringify(request), requestBinding(id)).toString('base64')
  uow.record(eventOf('portal_code.requested', { organizationId: null, id, version: 1 }, { sealed }))
}

/** Null where it was encrypted with a secret that is no longer configured. */
export function openCodeRequest(
  keyring: Keyring,
  { id, sealed }: { readonly id: Id<'codeRequest'>; readonly sealed: string },
): CodeRequest | null {
  const text = keyring.open(Buffer.from(sealed, 'base64'), requestBinding(id))
  return text === null ? null : z.parse(codeRequest, JSON.parse(text))
}

const requestBinding = (id: Id<'codeRequest'>): readonly string[] => ['portal code request', id]
