import type { Id } from '@guildhall/contract/primitives'
import type { Selectable } from 'kysely'
import type { SandboxIntentTable } from '../../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../../platform/database/json.ts'
import { newId } from '../../../../platform/ids.ts'
import type { Charge } from '../../rules/processor.ts'
import { decideSandbox, type Tried } from '../../rules/sandbox.ts'
import type { SandboxParts } from './parts.ts'

export interface Making {
  readonly tried: Tried
  readonly money: Pick<Charge, 'amount' | 'currency'> | null
  readonly methodId: Id<'sandboxMethod'>
}

export type Told = Pick<Charge, 'organizationId' | 'key' | 'metadata'>

/** An intent before the sandbox has it. */
export interface NewIntent extends Omit<Selectable<SandboxIntentTable>, 'metadata'> {
  readonly metadata: JsonObject
}

/** Null for a card that the sandbox doesn't know. */
export function rowOf(
  { clock }: SandboxParts,
  { organizationId, key, metadata }: Told,
  { tried, money, methodId }: Making,
): NewIntent | null {
  const standing = decideSandbox(tried)
  if (standing === null) return null
  return {
    organizationId,
    id: newId('sandboxIntent', clock),
    idempotencyKey: key,
    purpose: tried.purpose,
    status: standing.status,
    declineCode: standing.declineCode,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    token: tried.token,
    methodId,
    metadata: { ...metadata },
    createdAt: clock.now(),
  }
}
