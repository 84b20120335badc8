import type { Work } from '../../../../platform/work.ts'
import type { Subject } from '../../rules/processor.ts'
import type { SandboxManners } from './parts.ts'

interface Call extends Subject {
  readonly organizationId: NonNullable<Subject['organizationId']>
  readonly times: number
}

/** What a real processor would send to our address: noted with what it's about, and sent later. */
export function callBack(
  work: Work,
  { delaySeconds }: SandboxManners,
  { about, processorId, organizationId, times }: Call,
): void {
  if (times === 0) return
  const eventId = work.newId('sandboxCall')
  work.record({
    name: 'sandbox.called',
    organizationId,
    object: { type: `sandbox_${about}`, id: processorId, version: 1 },
    payload: {
      processor: 'sandbox',
      event_id: eventId,
      about,
      processor_id: processorId,
      organization_id: organizationId,
      times,
      delay_seconds: delaySeconds,
    },
  })
}
