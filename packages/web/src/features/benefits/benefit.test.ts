import type { Id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { type BenefitDraft, contentOf, detailsOf, draftOf } from './benefit-draft.ts'
import {
  countMistake,
  descriptionLeft,
  descriptionMistake,
  filesMistake,
} from './benefit-mistakes.ts'
import type { Benefit } from './benefit-queries.ts'
import { readBenefitsView } from './benefits-view.ts'
import { licenseWords } from './property-words.ts'

const fileId = (end: string) => `0190f2a0-0000-7000-8000-00000000000${end}` as Id<'file'>

const about = {
  id: '0190f2a0-0000-7000-8000-000000000001' as Id<'benefit'>,
  organizationId: '0190f2a0-0000-7000-8000-000000000002' as Id<'organization'>,
  createdAt: new Date('2027-03-14T15:09:26Z'),
  modifiedAt: null,
  description: 'All icons',
  selectable: true,
  deletable: true,
  metadata: { shelf: 'a' },
}

const limitedKeys = {
  prefix: 'NORTH',
  expires: { ttl: 2, timeframe: 'year' as const },
  activations: { limit: 5, enableCustomerAdmin: true },
  limitUsage: 1000,
}
const freeKeys = { prefix: null, expires: null, activations: null, limitUsage: null }

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

test.each(everyType)('what is kept comes back as it was: $type %#', (kept) => {
  const { type, properties, description, metadata } = kept
  expect(contentOf(draftOf(kept))).toEqual({ type, properties })
  expect(detailsOf(draftOf(kept))).toEqual({ description, metadata })
})

test('a role is proved by its token', () => {
  const properties = { guildId: '7', roleId: '71', guildToken: 'token' }
  expect(contentOf(draftOf({ ...about, type: 'discord', properties }))).toEqual({
    type: 'discord',
    properties: { roleId: '71', guildToken: 'token' },
  })
})

test('what isn’t said is sent as nothing', () => {
  const typed = (changes: Partial<BenefitDraft>) => contentOf({ ...draftOf(null), ...changes })
  expect(typed({ note: ' \n' }).properties).toEqual({ note: null })
  expect(typed({ type: 'license_keys', prefix: ' ', ttl: '9' }).properties).toEqual(freeKeys)
})

test('keys are said in words', () => {
  const values = (properties: Parameters<typeof licenseWords>[0]) =>
    licenseWords(properties).map(({ value }) => value)
  expect(values(limitedKeys)).toEqual([
    'NORTH',
    'after 2 years',
    '5, customers may deactivate',
    '1,000',
  ])
  expect(values(freeKeys)).toEqual(['none', 'never', 'unlimited', 'unlimited'])
  const day = { ...freeKeys, expires: { ttl: 1, timeframe: 'day' as const } }
  expect(values(day)).toContain('after 1 day')
})

test.each([
  [{}, {}],
  [{ type: 'discord', q: 'x', sort: '-created_at', page: 2 }, 'same'],
  [{ type: 'nothing', sort: 'type', page: 'x' }, {}],
])('the address %j shows %j', (search, view) => {
  expect(readBenefitsView(search)).toEqual(view === 'same' ? search : view)
})

test.each([
  [descriptionMistake('All icons'), null],
  [descriptionMistake(' '), 'Enter what customers get.'],
  [descriptionMistake('ab'), 'Use at least 3 characters.'],
  [descriptionMistake('x'.repeat(43)), 'Use at most 42 characters.'],
  [countMistake('5', 50), null],
  [countMistake('', 50), 'Enter a whole number from 1 to 50.'],
  [countMistake('51', 50), 'Enter a whole number from 1 to 50.'],
  [countMistake('1.5', 1000), 'Enter a whole number from 1 to 1,000.'],
  [filesMistake(1, false), null],
  [filesMistake(0, false), 'Upload at least one file.'],
  [filesMistake(1, true), 'Wait until all files are there, or stop those that aren’t.'],
])('%# %j', (mistake, words) => {
  expect(mistake).toBe(words)
})

test('what is left of a description is counted', () => {
  expect(descriptionLeft(' All icons ')).toBe(33)
})
