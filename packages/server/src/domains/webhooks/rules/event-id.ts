import { createHash } from 'node:crypto'
import type { Id } from '@guildhall/contract/primitives'

/** What an event is called to whoever pulls: a UUIDv8 of its place in the organization’s line. */
export function eventId(organizationId: Id<'organization'>, sequence: number): Id<'webhookEvent'> {
  const hash = createHash('sha256').update(`${organizationId} ${sequence}`).digest('hex')
  const [first, second, third] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 15)]
  const id = `${first}-${second}-8${third}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`
  return id as Id<'webhookEvent'>
}
