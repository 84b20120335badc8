import type { Id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import {
  type CustomFieldDraft,
  contentOf,
  detailsOf,
  draftOf,
  proposeSlug,
} from './custom-field-draft.ts'
import {
  dayOrderMistake,
  lengthMistake,
  nameMistake,
  optionMistakes,
  optionsMistake,
  orderMistake,
  slugMistake,
  wholeNumberMistake,
} from './custom-field-mistakes.ts'
import type { CustomField } from './custom-field-queries.ts'

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

test.each(everyType)('what is kept comes back as it was: $type', (kept) => {
  const { type, properties } = kept
  expect(contentOf(draftOf(kept))).toEqual({ type, properties })
  expect(detailsOf(draftOf(kept))).toEqual({ name: 'Size', slug: 'size', metadata: {} })
})

test('nothing but what the type asks for is sent', () => {
  const draft = typed({
    type: 'checkbox',
    isLong: true,
    lengthMin: '1',
    placeholder: 'p',
    label: ' L ',
  })
  expect(contentOf(draft)).toEqual({ type: 'checkbox', properties: { formLabel: 'L' } })
})

test('an option without a label is called by its value, an empty row is none', () => {
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
])('the slug of %j could be %j', (name, slug) => {
  expect(proposeSlug(name)).toBe(slug)
})

test.each([
  nameMistake('Size'),
  slugMistake('t-shirt_SIZE'),
  lengthMistake('', 1),
  lengthMistake('10000', 1),
  wholeNumberMistake('-12'),
  orderMistake('', '3'),
  orderMistake('3', '3'),
  dayOrderMistake('2027-01-01', '2027-01-01'),
  optionsMistake([
    { value: 's', label: '' },
    { value: '', label: '' },
  ]),
])('no mistake %#', (mistake) => {
  expect(mistake).toBeNull()
})

test.each([
  [nameMistake(' '), 'name'],
  [slugMistake(''), 'slug'],
  [slugMistake('größe'), 'a to z'],
  [lengthMistake('0', 1), 'from 1 to 10,000'],
  [lengthMistake('10001', 0), 'from 0'],
  [lengthMistake('1.5', 0), 'whole'],
  [wholeNumberMistake('x'), 'whole'],
  [orderMistake('4', '3'), 'less'],
  [dayOrderMistake('2027-01-02', '2027-01-01'), 'before'],
  [optionsMistake([{ value: ' ', label: '' }]), 'at least one'],
  [
    optionsMistake([
      { value: 's', label: '' },
      { value: 's', label: 'S' },
    ]),
    'wrong',
  ],
])('mistake %#: %j', (mistake, words) => {
  expect(mistake).toContain(words)
})

test('an option is missed by its value', () => {
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
