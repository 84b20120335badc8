import { organizationId } from '@guildhall/contract/organizations/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Work } from '../../../platform/work.ts'

const codeRequest = z.object({ organizationId, email: z.string() })
export type CodeRequest = z.output<typeof codeRequest>

/** Of which a job is made that looks whether there is anybody to mail to. */
export const codeRequested = 'portal_code.requested'

/**
 * Notes what is wanted without looking whether somebody has the address: so the answer, and the
 * time it takes, are the same for every address. Sealed, because the log keeps it; and nobody’s,
 * because the organization may be somebody’s invention.
 */
export function requestCode(work: Work, keyring: Keyring, request: CodeRequest): void {
  const id = work.newId('codeRequest')
  work.record({
    name: codeRequested,
    organizationId: null,
    object: { type: 'codeRequest', id, version: 1 },
    payload: { sealed: keyring.seal(JSON.stringify(request), binding(id)).toString('base64') },
  })
}

/** Null where it was sealed with a secret that is no longer listed. */
export function openCodeRequest(
  keyring: Keyring,
  { id, sealed }: { readonly id: Id<'codeRequest'>; readonly sealed: string },
): CodeRequest | null {
  const text = keyring.open(Buffer.from(sealed, 'base64'), binding(id))
  return text === null ? null : z.parse(codeRequest, JSON.parse(text))
}

const binding = (id: Id<'codeRequest'>): readonly string[] => ['portal code request', id]
