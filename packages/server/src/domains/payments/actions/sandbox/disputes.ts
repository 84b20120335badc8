import type { Id } from '@guildhall/contract/primitives'
import { organizationsOf } from '../../../../platform/database/of-organization.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../../platform/unit-of-work.ts'
import {
  type DueDispute,
  decideDispute,
  insertDisputes,
  listDueDisputes,
} from '../../store/sandbox-disputes.ts'
import type { SandboxDeps } from './deps.ts'
import type { NewIntent } from './intent-row.ts'
import { sendEvent } from './send-event.ts'

/** Banks don’t dispute a payment before its seller knows of it. */
const delaySecondsMin = 1

/** Opens the disputes and warnings that follow these charges. */
export async function openDisputes(
  uow: UnitOfWork,
  { clock, behavior }: Pick<SandboxDeps, 'clock' | 'behavior'>,
  intents: readonly NewIntent[],
): Promise<void> {
  const disputed = intents.flatMap(({ organizationId, id: intentId, dispute }) =>
    dispute === null
      ? []
      : [{ organizationId, id: uow.newId('sandboxDispute'), intentId, outcome: dispute }],
  )
  if (disputed.length === 0) return
  await insertDisputes(uow.tx, disputed, clock.now())
  for (const id of organizationsOf(disputed)) {
    uow.noteDue(id, 'subscriptions.decide_sandbox_disputes')
  }
  const delaySeconds = Math.max(delaySecondsMin, behavior.delaySeconds)
  for (const { organizationId, id: processorId, outcome } of disputed) {
    const about = outcome === 'warning' ? 'fraud_warning' : 'dispute'
    const event = { about, organizationId, processorId, times: behavior.callsLater } as const
    sendEvent(uow, { ...behavior, delaySeconds }, event)
  }
}

/** Lets the banks decide what is due in these organizations. */
export async function decideDisputes(
  { uowFactory, clock, behavior }: SandboxDeps,
  organizationIds: readonly Id<'organization'>[],
): Promise<DueDispute[]> {
  const due = await listDueDisputes(uowFactory.database.kysely, {
    organizationIds,
    now: clock.now(),
  })
  const decided: DueDispute[] = []
  for (const one of due) {
    const { organizationId: within, id: processorId } = one
    const isDecided = await runUnitOfWork(uowFactory, {}, async (uow) => {
      if (!(await decideDispute(uow.tx, one))) return false
      const event = { about: 'dispute', organizationId: within, processorId } as const
      sendEvent(uow, behavior, { ...event, times: behavior.callsLater })
      return true
    })
    if (isDecided) decided.push(one)
  }
  return decided
}
