import type { Id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { mistakesIn } from '#/lib/form-schema.ts'
import {
  type CustomFieldDraft,
  contentOf,
  detailsOf,
  draftOf,
  proposeSlug,
} from './custom-field-draft.ts'
import type { CustomField } from './custom-field-queries.ts'
import { customFieldSchema, optionMistakes } from './custom-field-schema.ts'

const typed = (changes: Partial<CustomFieldDraft>): CustomFieldDraft => ({
  ...draftOf(null),
  name: 'Size',
  slug: 'size',
  ...changes,
})

const about = {
  id: '0190f2a0-0000-7000-8000-000000000001' as Id<'customField'>,
  organizationId: '0190f2a0-0000-7000-8000-000000000002' as Id<'organization'>,
  createdAt: new Date('2027-03-14T15:09:26Z'),
  modifiedAt: null,
  name: 'Size',
  slug: 'size',
  metadata: {},
}

const everyType: readonly CustomField[] = [
  {
    ...about,
    type: 'text',
    properties: { formLabel: 'L', textarea: true, minLength: 0, maxLength: 9 },
  },
  { ...about, type: 'number', properties: { formPlaceholder: '12', ge: -3, le: 0 } },
  { ...about, type: 'date', properties: { formHelpText: 'H', ge: -62_135_596_800, le: 86_400 } },
  { ...about, type: 'checkbox', properties: {} },
  { ...about, type: 'select', properties: { options: [{ value: 's', label: 'Small' }] } },
]

test.each(everyType)('a saved field round-trips: $type', (existing) => {
  const { type, properties } = existing
  expect(contentOf(draftOf(existing))).toEqual({ type, properties })
  expect(detailsOf(draftOf(existing))).toEqual({ name: 'Size', slug: 'size', metadata: {} })
})

test('only the properties of the type are sent', () => {
  const draft = typed({
    type: 'checkbox',
    isLong: true,
    lengthMin: '1',
    placeholder: 'p',
    label: ' L ',
  })
  expect(contentOf(draft)).toEqual({ type: 'checkbox', properties: { formLabel: 'L' } })
})

test('an option without a label is labeled by its value, and empty rows are skipped', () => {
  const options = [
    { value: ' s ', label: '' },
    { value: '', label: ' ' },
  ]
  expect(contentOf(typed({ type: 'select', options }))).toEqual({
    type: 'select',
    properties: { options: [{ value: 's', label: 's' }] },
  })
})

test.each([
  ['T-shirt size', 't_shirt_size'],
  ['  Größe ', 'gro_e'],
  ['Ada’s note', 'adas_note'],
  ['年', ''],
])('the suggested slug of %j is %j', (name, slug) => {
  expect(proposeSlug(name)).toBe(slug)
})

test.each([
  ['name', { name: 'Size' }],
  ['slug', { slug: 't-shirt_SIZE' }],
  ['lengthMax', { lengthMax: '' }],
  ['lengthMax', { lengthMax: '10000' }],
  ['numberMin', { numberMin: '-12' }],
  ['numberMax', { numberMin: '', numberMax: '3' }],
  ['numberMax', { numberMin: '3', numberMax: '3' }],
  ['dayMax', { dayMin: '2027-01-01', dayMax: '2027-01-01' }],
  [
    'options',
    {
      options: [
        { value: 's', label: '' },
        { value: ' ', label: '' },
      ],
    },
  ],
])('no error in %s of %j', (field, typed) => {
  expect(mistakeOf(field, typed)).toBeNull()
})

test.each([
  ['name', { name: ' ' }, 'name'],
  ['slug', { slug: '' }, 'slug'],
  ['slug', { slug: 'größe' }, 'a to z'],
  ['lengthMax', { lengthMax: '0' }, 'from 1 to 10,000'],
  ['lengthMin', { lengthMin: '10001' }, 'from 0'],
  ['lengthMin', { lengthMin: '1.5' }, 'whole'],
  ['numberMin', { numberMin: 'x' }, 'whole'],
  ['numberMax', { numberMin: '4', numberMax: '3' }, 'less'],
  ['dayMax', { dayMin: '2027-01-02', dayMax: '2027-01-01' }, 'before'],
  ['options', { options: [{ value: ' ', label: '' }] }, 'at least one'],
  [
    'options',
    {
      options: [
        { value: 's', label: '' },
        { value: 's', label: 'S' },
      ],
    },
    'option',
  ],
])('an error in %s of %j: %s', (field, typed, expected) => {
  expect(mistakeOf(field, typed)).toContain(expected)
})

function mistakeOf(field: string, typed: Partial<CustomFieldDraft>): string | null {
  const found = mistakesIn(customFieldSchema, { ...draftOf(null), ...typed })
  return found.find(({ path }) => path[0] === field)?.message ?? null
}

test('a missing value of an option is an error', () => {
  const rows = [
    { value: 's', label: 'Small' },
    { value: '', label: 'Large' },
    { value: 's', label: 'Other' },
    { value: '', label: '' },
  ]
  expect(optionMistakes(rows)).toEqual([
    null,
    expect.stringContaining('Enter'),
    expect.stringContaining('Another'),
    null,
  ])
})
