import type { Id } from '@guildhall/contract/primitives'
import type { Reaction } from '../src/platform/outbox/reactions.ts'
import type { NewEvent } from '../src/platform/outbox/record.ts'

/** An event of no domain, for tests of the platform. */
export const toyEvent = (
  organizationId: Id<'organization'> | null,
  id: string,
  version = 1,
): NewEvent => ({
  name: 'toy.made',
  organizationId,
  object: { type: 'toy', id, version },
  payload: { id, version },
})

/** One job for every toy. */
export const toyReaction: Reaction = {
  on: 'toy.made',
  jobs: (event) => [{ task: 'toy.wrap', payload: { toy: event.object.id } }],
}
