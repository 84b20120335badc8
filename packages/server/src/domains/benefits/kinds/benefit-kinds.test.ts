import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { BenefitContent } from '@guildhall/contract/benefits/shapes'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { BenefitUpdate } from '../rules/benefit-change.ts'
import type { ExternalTarget, InputOf } from './benefit-kind.ts'
import { changedContent } from './benefit-kinds.ts'
import { customProperties } from './custom.ts'
import { discordContent } from './discord/discord.ts'
import { decideFiles } from './downloadables.ts'
import { githubRepositoryContent } from './github-repository/github-repository.ts'
import { licenseKeyProperties } from './license-keys.ts'
import { decideMeterCredit } from './meter-credit.ts'

describe('changedContent', () => {
  const [one, other] = [newId('file'), newId('file')]
  const expires = { timeframe: 'year', ttl: 1 } as const

  const current = {
    custom: { type: 'custom', properties: { note: 'Hi' } },
    discord: { type: 'discord', properties: { guildId: '7', roleId: '2', guildToken: 't' } },
    github: {
      type: 'github_repository',
      properties: { repositoryOwner: 'acme', repositoryName: 'Rockets', permission: 'pull' },
    },
    files: {
      type: 'downloadables',
      properties: { files: [one, other], archived: { [one]: true } },
    },
    keys: {
      type: 'license_keys',
      properties: {
        prefix: 'ACME',
        expires: { ttl: 1, timeframe: 'year' },
        activations: null,
        limitUsage: null,
        offline: null,
      },
    },
    credit: {
      type: 'meter_credit',
      properties: { units: 1, rollover: false, meterId: newId('meter') },
    },
  } as const satisfies Record<string, BenefitContent>

  it.each<[string, BenefitContent, BenefitUpdate]>([
    ['absent properties', current.custom, { type: 'custom' }],
    ['null', current.custom, { type: 'custom', properties: null }],
    ['the same note', current.custom, { type: 'custom', properties: { note: 'Hi' } }],
    [
      'the same role',
      current.discord,
      { type: 'discord', properties: { guildToken: 't', roleId: '2' } },
    ],
    ['the same repository', current.github, current.github],
    [
      'the same files',
      current.files,
      { type: 'downloadables', properties: { archived: { [one]: true }, files: [one, other] } },
    ],
    [
      'the same license keys',
      current.keys,
      { type: 'license_keys', properties: { prefix: 'ACME', expires } },
    ],
    ['the same credit', current.credit, current.credit],
  ])('is null for %s', (_title, content, input) => {
    expect(changedContent(content, input)).toBeNull()
  })

  it.each<[string, BenefitContent, BenefitUpdate]>([
    ['a removed note', current.custom, { type: 'custom', properties: {} }],
    [
      'another role',
      current.discord,
      { type: 'discord', properties: { guildToken: 't', roleId: '3' } },
    ],
    [
      'another guild token',
      current.discord,
      { type: 'discord', properties: { guildToken: 'u', roleId: '2' } },
    ],
    [
      'another order of the files',
      current.files,
      { type: 'downloadables', properties: { archived: { [one]: true }, files: [other, one] } },
    ],
    [
      'a file that is no longer archived',
      current.files,
      { type: 'downloadables', properties: { archived: {}, files: [one, other] } },
    ],
    [
      'license keys that no longer expire',
      current.keys,
      { type: 'license_keys', properties: { prefix: 'ACME' } },
    ],
  ])('returns the input for %s', (_title, content, input) => {
    expect(changedContent(content, input)).toEqual(input)
  })
})

it('a custom benefit stores its note or null', () => {
  expect(customProperties({ note: 'Hi' })).toEqual({ note: 'Hi' })
  expect(customProperties({})).toEqual({ note: null })
})

it('license keys store null for every property that is not given', () => {
  expect(licenseKeyProperties({ prefix: undefined, expires: null })).toEqual({
    prefix: null,
    expires: null,
    activations: null,
    limitUsage: null,
    offline: null,
  })
})

describe('with a provider', () => {
  const repository = { repositoryOwner: 'acme', repositoryName: 'Rockets' }
  const guild = { guildId: '7' }
  const conflict = { refused: 'conflicting_change' }

  it.each<[string, ExternalTarget | null, object]>([
    [
      'stores the verified guild',
      guild,
      { properties: { guildId: '7', roleId: '2' }, meterId: null, files: null },
    ],
    ['is refused without a verified guild', null, conflict],
    ['is refused with a verified repository', repository, conflict],
  ])('a Discord role %s', (_title, target, expected) => {
    expect(discordContent({ guildToken: 'x', roleId: '2' }, target)).toEqual(expected)
  })

  it.each<[string, ExternalTarget | null, object]>([
    [
      'is stored as GitHub spells it',
      repository,
      { properties: { ...repository, permission: 'pull' }, meterId: null, files: null },
    ],
    ['is refused without a verified repository', null, conflict],
    ['is refused with a verified guild', guild, conflict],
  ])('a GitHub repository %s', (_title, target, expected) => {
    const properties: InputOf<'github_repository'> = {
      repositoryOwner: 'ACME',
      repositoryName: 'rockets',
      permission: 'pull',
    }
    expect(githubRepositoryContent(properties, target)).toEqual(expected)
  })
})

describe('downloadables', () => {
  const [one, other] = [newId('file'), newId('file')]
  const file = (id: typeof one) => ({ id, service: 'downloadable', isUploaded: true })
  const properties: Extract<BenefitProperties, { type: 'downloadables' }>['properties'] = {
    files: [one, other],
    archived: { [other]: true },
  }

  it('keep the order of the files, and null for files that are not marked', () => {
    expect(decideFiles(properties, [file(other), file(one)])).toEqual({
      properties: {},
      meterId: null,
      files: [
        { fileId: one, archived: null },
        { fileId: other, archived: true },
      ],
    })
  })

  it.each([
    ['is unknown', [file(other)], 0],
    ['is not uploaded completely', [file(one), { ...file(other), isUploaded: false }], 1],
    ['is product media', [file(one), { ...file(other), service: 'product_media' }], 1],
  ])('refuse a file that %s', (_title, files, index) => {
    expect(decideFiles(properties, files)).toEqual({
      refused: 'benefit_file_unknown',
      details: { loc: ['body', 'properties', 'files', index] },
    })
  })
})

describe('a meter credit', () => {
  const meterId = newId('meter')
  const properties = { units: 100, rollover: true, meterId }
  const loc = ['body', 'properties', 'meter_id']

  it('stores the meter in its own column', () => {
    const facts = { meterIds: [meterId], isArchived: false, usesUsageBilling: true }
    expect(decideMeterCredit(properties, facts)).toEqual({
      properties: { units: 100, rollover: true },
      meterId,
      files: null,
    })
  })

  it('requires usage-based billing, and then the meter', () => {
    const noFacts = { meterIds: [], isArchived: false, usesUsageBilling: false }
    expect(decideMeterCredit(properties, noFacts)).toEqual({
      refused: 'benefit_usage_off',
      details: { loc },
    })
    expect(decideMeterCredit(properties, { ...noFacts, usesUsageBilling: true })).toEqual({
      refused: 'benefit_meter_unknown',
      details: { loc },
    })
    const archived = { meterIds: [meterId], isArchived: true, usesUsageBilling: true }
    expect(decideMeterCredit(properties, archived)).toEqual({
      refused: 'benefit_meter_archived',
      details: { loc },
    })
  })
})
