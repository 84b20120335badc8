import type { BenefitKind } from '@guildhall/contract/benefits/shapes'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { type BenefitWish, changeOf, decideType, kindAsked } from './benefit-change.ts'

const [one, other] = [newId('file'), newId('file')]
const meterId = newId('meter')

const known = {
  custom: { type: 'custom', properties: { note: 'Hi' } },
  discord: { type: 'discord', properties: { guildId: '7', roleId: '2', guildToken: 't' } },
  github: {
    type: 'github_repository',
    properties: { repositoryOwner: 'acme', repositoryName: 'Rockets', permission: 'pull' },
  },
  files: { type: 'downloadables', properties: { files: [one, other], archived: { [one]: true } } },
  keys: {
    type: 'license_keys',
    properties: {
      prefix: 'ACME',
      expires: { ttl: 1, timeframe: 'year' },
      activations: null,
      limitUsage: null,
    },
  },
  credit: { type: 'meter_credit', properties: { units: 1, rollover: false, meterId } },
} as const satisfies Record<string, BenefitKind>

const expires = { timeframe: 'year', ttl: 1 } as const

describe('nothing is asked', () => {
  it.each<[string, BenefitKind, BenefitWish]>([
    ['where nothing is said', known.custom, { type: 'custom' }],
    ['by null', known.custom, { type: 'custom', properties: null }],
    ['by the same note', known.custom, { type: 'custom', properties: { note: 'Hi' } }],
    [
      'by the same role',
      known.discord,
      { type: 'discord', properties: { guildToken: 't', roleId: '2' } },
    ],
    ['by the same repository', known.github, known.github],
    [
      'by the same files',
      known.files,
      { type: 'downloadables', properties: { archived: { [one]: true }, files: [one, other] } },
    ],
    [
      'by the same keys',
      known.keys,
      { type: 'license_keys', properties: { prefix: 'ACME', expires } },
    ],
    ['by the same credit', known.credit, known.credit],
  ])('%s', (_how, kind, wish) => {
    expect(kindAsked(kind, wish)).toBeNull()
  })
})

describe('something is asked', () => {
  it.each<[string, BenefitKind, BenefitWish]>([
    ['by no note', known.custom, { type: 'custom', properties: {} }],
    [
      'by another role',
      known.discord,
      { type: 'discord', properties: { guildToken: 't', roleId: '3' } },
    ],
    [
      'by another token',
      known.discord,
      { type: 'discord', properties: { guildToken: 'u', roleId: '2' } },
    ],
    [
      'by another order',
      known.files,
      { type: 'downloadables', properties: { archived: { [one]: true }, files: [other, one] } },
    ],
    [
      'by one that is not archived any more',
      known.files,
      { type: 'downloadables', properties: { archived: {}, files: [one, other] } },
    ],
    [
      'by keys that never end',
      known.keys,
      { type: 'license_keys', properties: { prefix: 'ACME' } },
    ],
  ])('%s', (_how, kind, wish) => {
    expect(kindAsked(kind, wish)).toEqual(wish)
  })
})

it('a benefit stays of its type', () => {
  expect(decideType({ type: 'custom' }, { type: 'custom' })).toBeNull()
  expect(decideType({ type: 'custom' }, { type: 'discord' })).toEqual({
    refused: 'benefit_type_fixed',
    details: { loc: ['body', 'type'] },
  })
})

it.each([
  [{}, {}],
  [{ description: null, metadata: undefined }, {}],
  [{ description: 'Old', metadata: { a: 1 } }, {}],
  [{ description: 'New' }, { description: 'New' }],
  [{ metadata: null }, { metadata: {} }],
  [{ metadata: { a: '1' } }, { metadata: { a: '1' } }],
])('of the rest %j changes %j', (wish, expected) => {
  expect(changeOf({ description: 'Old', metadata: { a: 1 } }, wish)).toEqual(expected)
})
