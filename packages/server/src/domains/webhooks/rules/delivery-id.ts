import { hash } from 'node:crypto'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'

const sequenceMax = 2 ** 48 - 1

/**
 * What an event is called at an endpoint, the same whenever it's asked: whoever is sent an event
 * twice can tell. A UUIDv8 of 74 bits that stand for the endpoint and, as its last twelve digits,
 * the sequence; ids of an endpoint lie beside each other in an index.
 */
export function deliveryId(
  endpointId: Id<'webhookEndpoint'>,
  sequence: number,
): Id<'webhookDelivery'> {
  assert(Number.isInteger(sequence) && sequence > 0 && sequence <= sequenceMax, 'a place in a line')
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
