import { organizationId } from '@guildhall/contract/organizations/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { listCustomersToMail } from '../../customers/store/customers.ts'
import { mayMailAnother } from '../rules/portal-code.ts'
import { codesOf } from '../store/portal-codes.ts'
import type { PortalDeps } from './deps.ts'
import { type AskingCall, isWithinMailLimits } from './limit-codes.ts'

const codeRequest = z.object({ organizationId, email: z.string() })
export type CodeRequest = z.output<typeof codeRequest>

/**
 * Records the request if a mail follows from it; a job sends it. The request is encrypted because
 * the log keeps it, and belongs to no organization, so that nobody learns from it who is a customer.
 */
export async function requestCode(
  deps: PortalDeps,
  call: AskingCall,
  request: CodeRequest,
): Promise<void> {
  if (!(await isMailDue(deps, call, request))) return
  await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const id = uow.newId('codeRequest')
    const sealed = deps.keyring.seal(JSON.stringify(request), requestBinding(id)).toString('base64')
    const object = { organizationId: null, id, version: 1 }
    uow.record(eventOf('portal_code.requested', object, { sealed }))
  })
}

/** The mails are limited, not the requests: those would use up what others in a network need. */
async function isMailDue(
  deps: PortalDeps,
  call: AskingCall,
  { organizationId, email }: CodeRequest,
): Promise<boolean> {
  const db = deps.uowFactory.database.kysely
  const customerIds = (await listCustomersToMail(db, { organizationId, email })).map(({ id }) => id)
  if (customerIds.length === 0) return false
  const codes = await codesOf(db, { organizationId, customerIds })
  if (!mayMailAnother(codes, deps.clock.now())) return false
  return isWithinMailLimits(deps, call, { organizationId, email })
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
