import { operation } from '@guildhall/contract/operation'
import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { caseFaults } from './case-faults.ts'
import { idFields } from './id-fields.ts'

const horse = id('horse')

const tree = z.object({
  horseId: horse,
  get others() {
    return z.optional(z.array(tree))
  },
})

it('ids are found anywhere in an input', () => {
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
  expect(idFields(schema)).toEqual([
    'horses.*.horse_id',
    'lead_horse',
    'organization_id',
    'pair.*',
    'ride.properties.ranch_ids.*',
    'ride.stable_id',
    'tree.horse_id',
  ])
  expect(idFields(undefined)).toEqual([])
})

describe('a planted fault is reported', () => {
  const saddle = operation({
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
  const complete = {
    params: () => ({ id: 'a' }),
    body: () => ({}),
    references: { saddle_id: () => ({}) },
  }

  it.each([
    ['an endpoint without a case', caseFaults([saddle], {}), 'saddleHorse: has no tenancy case'],
    [
      'a case without an endpoint',
      caseFaults([], { saddleHorse: complete }),
      'saddleHorse: names no endpoint',
    ],
    [
      'a case without the id of its path',
      caseFaults([saddle], {
        saddleHorse: { body: complete.body, references: complete.references },
      }),
      'saddleHorse: needs its params',
    ],
    [
      'a case without a body',
      caseFaults([saddle], {
        saddleHorse: { params: complete.params, references: complete.references },
      }),
      'saddleHorse: needs a body',
    ],
    [
      'an id in a body without a foreign id',
      caseFaults([saddle], { saddleHorse: { params: complete.params, body: complete.body } }),
      'saddleHorse: needs a body with a foreign saddle_id',
    ],
  ])('%s', (_fault, faults, words) => expect(faults).toEqual([words]))

  it('a complete case has no fault', () => {
    expect(caseFaults([saddle], { saddleHorse: complete })).toEqual([])
  })
})
