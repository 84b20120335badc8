import { eventOf } from '../../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { Subject } from '../../rules/processor.ts'
import type { SandboxBehavior } from './deps.ts'

interface SandboxEvent extends Subject {
  readonly organizationId: NonNullable<Subject['organizationId']>
  readonly times: number
}

/** What a real processor would send to our webhook is recorded here, and delivered later. */
export function sendEvent(
  uow: UnitOfWork,
  { delaySeconds }: SandboxBehavior,
  { about, processorId, organizationId, times }: SandboxEvent,
): void {
  if (times === 0) return
  const eventId = uow.newId('sandboxEvent')
  uow.record(
    eventOf(
      'sandbox_event.received',
      { organizationId, id: processorId, version: 1 },
      { processor: 'sandbox', eventId, about, processorId, organizationId, times, delaySeconds },
    ),
  )
}
