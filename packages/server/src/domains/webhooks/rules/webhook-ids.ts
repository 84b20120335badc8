import { createHash, hash } from 'node:crypto'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'

const sequenceMax = 2 ** 48 - 1

/**
 * The id of an event at an endpoint, the same for every attempt, so that receivers recognize
 * repetitions. A UUIDv8: 74 bits represent the endpoint and the last twelve digits the sequence, so
 * ids of one endpoint are adjacent in an index.
 */
export function deliveryId(
  endpointId: Id<'webhookEndpoint'>,
  sequence: number,
): Id<'webhookDelivery'> {
  assert(Number.isInteger(sequence) && sequence > 0 && sequence <= sequenceMax, 'a valid sequence')
  const digits = hash('sha256', endpointId)
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(15), 16) % 4)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(12, 15)}`,
    variant + digits.slice(16, 19),
    sequence.toString(16).padStart(12, '0'),
  ].join('-') as Id<'webhookDelivery'>
}

/** The id of an event for clients that pull: a UUIDv8 made of its organization and sequence. */
export function eventId(organizationId: Id<'organization'>, sequence: number): Id<'webhookEvent'> {
  const digest = createHash('sha256').update(`${organizationId} ${sequence}`).digest('hex')
  const [first, second, third] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 15)]
  const id = `${first}-${second}-8${third}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`
  return id as Id<'webhookEvent'>
}
