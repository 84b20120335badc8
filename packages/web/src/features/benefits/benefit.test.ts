import type { Id } from '@guildhall/contract/primitives'
import { id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mistakesIn } from '#/lib/form-schema.ts'
import { type BenefitDraft, contentOf, detailsOf, draftOf } from './benefit-draft.ts'
import type { Benefit } from './benefit-queries.ts'
import { benefitSchema, descriptionLeft } from './benefit-schema.ts'
import { readBenefitsView } from './benefits-view.ts'
import { licenseText } from './property-text.ts'

const fileId = (end: string) => `0190f2a0-0000-7000-8000-00000000000${end}` as Id<'file'>

const about = {
  id: '0190f2a0-0000-7000-8000-000000000001' as Id<'benefit'>,
  organizationId: '0190f2a0-0000-7000-8000-000000000002' as Id<'organization'>,
  createdAt: new Date('2027-03-14T15:09:26Z'),
  modifiedAt: null,
  description: 'All icons',
  selectable: true,
  deletable: true,
  isDeleted: false,
  metadata: { shelf: 'a' },
}

const limitedKeys = {
  prefix: 'NORTH',
  expires: { ttl: 2, timeframe: 'year' as const },
  activations: { limit: 5, enableCustomerAdmin: true },
  limitUsage: 1000,
  offline: { days: 30, graceDays: 1 },
}
const freeKeys = { prefix: null, expires: null, activations: null, limitUsage: null, offline: null }

const everyType: readonly Benefit[] = [
  { ...about, type: 'custom', properties: { note: 'It is *here*.' } },
  { ...about, type: 'custom', properties: { note: null } },
  {
    ...about,
    type: 'github_repository',
    properties: { repositoryOwner: 'acme', repositoryName: 'Rockets', permission: 'push' },
  },
  {
    ...about,
    type: 'downloadables',
    properties: { files: [fileId('3'), fileId('4')], archived: { [fileId('4')]: true } },
  },
  { ...about, type: 'license_keys', properties: limitedKeys },
  { ...about, type: 'license_keys', properties: freeKeys },
  {
    ...about,
    type: 'meter_credit',
    properties: {
      meterId: '0190f2a0-0000-7000-8000-000000000005' as Id<'meter'>,
      units: 1000,
      rollover: true,
    },
  },
]

test.each(everyType)('a saved benefit round-trips: $type %#', (existing) => {
  const { type, properties, description, metadata } = existing
  expect(contentOf(draftOf(existing))).toEqual({ type, properties })
  expect(detailsOf(draftOf(existing))).toEqual({ description, metadata })
})

test('a role is sent with its token', () => {
  const properties = { guildId: '7', roleId: '71', guildToken: 'token' }
  expect(contentOf(draftOf({ ...about, type: 'discord', properties }))).toEqual({
    type: 'discord',
    properties: { roleId: '71', guildToken: 'token' },
  })
})

test('empty fields are not sent', () => {
  const typed = (changes: Partial<BenefitDraft>) => contentOf({ ...draftOf(null), ...changes })
  expect(typed({ note: ' \n' }).properties).toEqual({ note: null })
  expect(typed({ type: 'license_keys', prefix: ' ', ttl: '9' }).properties).toEqual(freeKeys)
})

test('license keys as text', () => {
  const values = (properties: Parameters<typeof licenseText>[0]) =>
    licenseText(properties).map(({ value }) => value)
  expect(values(limitedKeys)).toEqual([
    'NORTH',
    'after 2 years',
    '5, customers can deactivate',
    '1,000',
    'for 30 days, then 1 day of grace',
  ])
  expect(values(freeKeys)).toEqual(['none', 'never', 'not used', 'unlimited', 'no'])
  const day = { ...freeKeys, expires: { ttl: 1, timeframe: 'day' as const } }
  expect(values(day)).toContain('after 1 day')
})

test.each([
  [{}, {}],
  [{ type: 'discord', q: 'x', sort: '-created_at', page: 2 }, 'same'],
  [{ type: 'nothing', sort: 'type', page: 'x' }, {}],
])('the URL %j shows %j', (search, view) => {
  expect(readBenefitsView(search)).toEqual(view === 'same' ? search : view)
})

const schema = benefitSchema({ isUsageOn: true })
const draft = draftOf(null)
const file = { id: z.parse(id('file'), '0197ad4e-0000-7000-8000-000000000001'), isArchived: false }

test.each([
  ['description', { description: 'All icons' }, null],
  ['description', { description: ' ' }, 'Enter what customers get.'],
  ['description', { description: 'ab' }, 'Use at least 3 characters.'],
  ['description', { description: 'x'.repeat(43) }, 'Use at most 42 characters.'],
  ['activationsMax', { activationsMax: '5' }, null],
  ['activationsMax', { activationsMax: '' }, 'Enter a whole number from 1 to 50.'],
  ['activationsMax', { activationsMax: '51' }, 'Enter a whole number from 1 to 50.'],
  ['ttl', { ttl: '1.5' }, 'Enter a whole number from 1 to 36,500.'],
  ['usageMax', { usageMax: '0' }, 'Enter a whole number from 1 to 2,147,483,647.'],
  ['offlineDays', { offlineDays: '367' }, 'Enter a whole number from 1 to 366.'],
  ['graceDays', { graceDays: '' }, 'Enter a whole number from 0 to 90.'],
  ['files', { files: [file] }, null],
  ['files', {}, 'Upload at least one file.'],
  ['files', { files: [file], isUploading: true }, 'Wait until all files are uploaded'],
  ['meterId', {}, 'Choose a meter'],
])('%s of %j: %s', (field, typed, expected) => {
  const found = mistakesIn(schema, { ...draft, ...typed })
  const message = found.find(({ path }) => path[0] === field)?.message ?? null
  expect(message?.slice(0, expected?.length) ?? null).toBe(expected)
})

test('the remaining characters of a description are counted', () => {
  expect(descriptionLeft(' All icons ')).toBe(33)
})
