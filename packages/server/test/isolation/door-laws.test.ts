import { endpoint } from '@guildhall/contract/endpoint'
import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { doorFaults } from './door-laws.ts'
import { idPlaces } from './id-places.ts'

const horse = id('horse')

const tree = z.object({
  horseId: horse,
  get others() {
    return z.optional(z.array(tree))
  },
})

it('ids are found wherever they stand in an input', () => {
  const schema = z.object({
    organizationId: z.nullish(horse),
    name: z.string(),
    leadHorse: z.optional(horse),
    horses: z.array(z.object({ horseId: horse })),
    pair: z.tuple([z.string(), horse]),
    ride: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('stable'), stableId: horse }),
      z.object({ kind: z.literal('ranch'), properties: z.object({ ranchIds: z.array(horse) }) }),
    ]),
    tree,
  })
  expect(idPlaces(schema)).toEqual([
    'horses.*.horse_id',
    'lead_horse',
    'organization_id',
    'pair.*',
    'ride.properties.ranch_ids.*',
    'ride.stable_id',
    'tree.horse_id',
  ])
  expect(idPlaces(undefined)).toEqual([])
})

describe('a planted fault is named', () => {
  const saddle = endpoint({
    name: 'saddleHorse',
    wire: 'billing',
    method: 'POST',
    path: '/v1/horses/:id/saddle',
    summary: 'Saddle a horse',
    tag: 'Tests',
    for: 'seller',
    params: z.object({ id: horse }),
    body: z.object({ organizationId: horse, saddleId: horse }),
    returns: null,
    status: 204,
    refuses: ['unauthorized'],
  })
  const sound = {
    params: () => ({ id: 'a' }),
    body: () => ({}),
    references: { saddle_id: () => ({}) },
  }

  it.each([
    ['an endpoint without a door', doorFaults([saddle], {}), 'saddleHorse: has no door'],
    [
      'a door to nowhere',
      doorFaults([], { saddleHorse: sound }),
      'saddleHorse: is a door to nowhere',
    ],
    [
      'a door without the id of its path',
      doorFaults([saddle], { saddleHorse: { body: sound.body, references: sound.references } }),
      'saddleHorse: needs its params',
    ],
    [
      'a door without a body',
      doorFaults([saddle], { saddleHorse: { params: sound.params, references: sound.references } }),
      'saddleHorse: needs a body',
    ],
    [
      'an id in a body that nobody tries',
      doorFaults([saddle], { saddleHorse: { params: sound.params, body: sound.body } }),
      'saddleHorse: needs a body with somebody else’s saddle_id',
    ],
  ])('%s', (_fault, faults, words) => expect(faults).toEqual([words]))

  it('and a sound door has none', () => {
    expect(doorFaults([saddle], { saddleHorse: sound })).toEqual([])
  })
})
