import type { Id } from '@guildhall/contract/primitives'
import type { Selectable } from 'kysely'
import type { SandboxIntentTable } from '../../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../../platform/database/json.ts'
import { newId } from '../../../../platform/ids.ts'
import type { Charge } from '../../rules/processor.ts'
import {
  type ChargeAttempt,
  decideSandbox,
  disputeAfter,
  type SandboxDispute,
} from '../../rules/sandbox.ts'
import type { SandboxDeps } from './deps.ts'

export interface IntentDraft {
  readonly attempt: ChargeAttempt
  readonly money: Pick<Charge, 'amount' | 'currency'> | null
  readonly methodId: Id<'sandboxMethod'>
}

export type IntentRequest = Pick<Charge, 'organizationId' | 'key' | 'metadata'>

/** An intent before it is inserted. */
export interface NewIntent extends Omit<Selectable<SandboxIntentTable>, 'metadata'> {
  readonly metadata: JsonObject
  /** What the bank will make of it. */
  readonly dispute: SandboxDispute | null
}

/** Null for an unknown card. */
export function intentRow(
  { clock }: SandboxDeps,
  { organizationId, key, metadata }: IntentRequest,
  { attempt, money, methodId }: IntentDraft,
): NewIntent | null {
  const outcome = decideSandbox(attempt)
  if (outcome === null) return null
  return {
    organizationId,
    id: newId('sandboxIntent', clock),
    idempotencyKey: key,
    purpose: attempt.purpose,
    status: outcome.status,
    declineCode: outcome.declineCode,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    token: attempt.token,
    methodId,
    metadata: { ...metadata },
    createdAt: clock.now(),
    dispute: outcome.status === 'succeeded' ? disputeAfter(attempt) : null,
  }
}
