import type { Id } from '@guildhall/contract/primitives'
import { webhookMessageId } from '@guildhall/contract/webhooks/shapes'
import { describe, expect, it } from 'vitest'
import { deliveryId } from './webhook-ids.ts'

const shop = '01890000-0000-7000-8000-000000000001' as Id<'webhookEndpoint'>
const blog = '01890000-0000-7000-8000-000000000002' as Id<'webhookEndpoint'>

describe('the id of a delivery', () => {
  it.each([
    [shop, 1, 'e9df5316-5f33-8c13-b54b-000000000001'],
    [shop, 255, 'e9df5316-5f33-8c13-b54b-0000000000ff'],
    [shop, 2 ** 48 - 1, 'e9df5316-5f33-8c13-b54b-ffffffffffff'],
    [blog, 1, '6c514357-3e0f-8b09-9b53-000000000001'],
  ])('of endpoint %s and sequence %i is always the same', (endpoint, sequence, id) => {
    expect(deliveryId(endpoint, sequence)).toBe(id)
    expect(webhookMessageId.safeParse(id).success).toBe(true)
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 48])('does not exist for sequence %d', (sequence) => {
    expect(() => deliveryId(shop, sequence)).toThrow('a valid sequence')
  })
})
