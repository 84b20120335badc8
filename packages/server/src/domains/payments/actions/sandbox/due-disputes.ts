import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../../kernel/assert.ts'
import type { ReportedDispute } from '../../rules/processor.ts'
import { findNextDecision } from '../../store/sandbox-disputes.ts'
import { isUnavailable } from '../call-processor.ts'
import type { PaymentDeps } from '../deps.ts'
import { defaultBehavior } from './deps.ts'
import { decideDisputes } from './disputes.ts'

export interface DecidedDispute {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
  readonly dispute: ReportedDispute
}

/** Lets the banks of the sandbox decide what is due in these organizations. */
export async function decideSandboxDisputes(
  deps: PaymentDeps,
  organizationIds: readonly Id<'organization'>[],
): Promise<DecidedDispute[]> {
  const decided = await decideDisputes({ ...deps, behavior: defaultBehavior }, organizationIds)
  const found: DecidedDispute[] = []
  for (const { organizationId: within, id: processorId } of decided) {
    const subject = { about: 'dispute', organizationId: within, processorId } as const
    const snapshot = await deps.processors.sandbox.fetchSubject(subject)
    assert(!isUnavailable(snapshot), 'the sandbox is always available')
    if (snapshot?.about === 'dispute') found.push(snapshot)
  }
  return found
}

/** When the next one is due in an organization whose clock is stopped. */
export const nextSandboxDecision = (
  { uowFactory }: Pick<PaymentDeps, 'uowFactory'>,
  organizationId: Id<'organization'>,
): Promise<Date | null> => findNextDecision(uowFactory.database.kysely, organizationId)
