import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { decideKind, type KindFacts } from './benefit-kind.ts'

const nothing: KindFacts = { elsewhere: null, files: [], meterIds: [], usesUsageBilling: false }
const plain = (properties: object) => ({ properties, meterId: null, files: [] })
const repository = { repositoryOwner: 'acme', repositoryName: 'Rockets' }
const conflict = { refused: 'conflicting_change' }

const discord: BenefitProperties = {
  type: 'discord',
  properties: { guildToken: 'x', roleId: '2' },
}
const github: BenefitProperties = {
  type: 'github_repository',
  properties: { repositoryOwner: 'ACME', repositoryName: 'rockets', permission: 'pull' },
}

it.each<[string, BenefitProperties, Partial<KindFacts>, object]>([
  ['a note', { type: 'custom', properties: { note: 'Hi' } }, {}, plain({ note: 'Hi' })],
  ['no note', { type: 'custom', properties: {} }, {}, plain({ note: null })],
  [
    'bare license keys',
    { type: 'license_keys', properties: { prefix: undefined, expires: null } },
    {},
    plain({ prefix: null, expires: null, activations: null, limitUsage: null }),
  ],
  ['a role', discord, { elsewhere: { guildId: '7' } }, plain({ guildId: '7', roleId: '2' })],
  ['a role that nobody asked about', discord, {}, conflict],
  ['a role where a repository was asked about', discord, { elsewhere: repository }, conflict],
  [
    'a repository as GitHub spells it',
    github,
    { elsewhere: repository },
    plain({ ...repository, permission: 'pull' }),
  ],
  ['a repository that nobody asked about', github, {}, conflict],
  ['a repository where a guild was asked about', github, { elsewhere: { guildId: '7' } }, conflict],
])('%s', (_what, asked, facts, expected) => {
  expect(decideKind(asked, { ...nothing, ...facts })).toEqual(expected)
})

describe('files', () => {
  const [one, other] = [newId('file'), newId('file')]
  const good = (id: typeof one) => ({ id, service: 'downloadable', isUploaded: true })
  const asked: BenefitProperties = {
    type: 'downloadables',
    properties: { files: [one, other], archived: { [other]: true } },
  }
  const unknownAt = (at: number) => ({
    refused: 'benefit_file_unknown',
    details: { loc: ['body', 'properties', 'files', at] },
  })

  it('stay in their order, and are archived or not, or nobody says', () => {
    expect(decideKind(asked, { ...nothing, files: [good(other), good(one)] })).toEqual({
      properties: {},
      meterId: null,
      files: [
        { fileId: one, archived: null },
        { fileId: other, archived: true },
      ],
    })
  })

  it.each([
    ['is there', [good(other)], 0],
    ['is all uploaded', [good(one), { ...good(other), isUploaded: false }], 1],
    ['is a downloadable', [good(one), { ...good(other), service: 'product_media' }], 1],
  ])('are each of them what %s', (_which, files, at) => {
    expect(decideKind(asked, { ...nothing, files })).toEqual(unknownAt(at))
  })
})

describe('credits', () => {
  const meterId = newId('meter')
  const asked: BenefitProperties = {
    type: 'meter_credit',
    properties: { units: 100, rollover: true, meterId },
  }
  const loc = ['body', 'properties', 'meter_id']

  it('are given on a meter', () => {
    const facts = { ...nothing, meterIds: [meterId], usesUsageBilling: true }
    expect(decideKind(asked, facts)).toEqual({
      properties: { units: 100, rollover: true },
      meterId,
      files: [],
    })
  })

  it('need usage-based billing, and then the meter', () => {
    expect(decideKind(asked, nothing)).toEqual({ refused: 'benefit_usage_off', details: { loc } })
    expect(decideKind(asked, { ...nothing, usesUsageBilling: true })).toEqual({
      refused: 'benefit_meter_unknown',
      details: { loc },
    })
  })
})
