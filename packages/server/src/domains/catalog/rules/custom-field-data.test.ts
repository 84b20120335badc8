import type { CustomField } from '@guildhall/contract/catalog/custom-field-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { isRefused } from '../../../kernel/refusal.ts'
import { filterCustomFieldData, validateCustomFieldData } from './custom-field-data.ts'

type Field = z.output<typeof CustomField>

const common = {
  id: 'f' as Id<'customField'>,
  createdAt: new Date(0),
  modifiedAt: null,
  name: 'Field',
  organizationId: 'o' as Id<'organization'>,
  metadata: {},
}
const text = (properties: object = {}) =>
  ({ ...common, slug: 'text', type: 'text', properties }) satisfies Field
const number = (properties: object = {}) =>
  ({ ...common, slug: 'number', type: 'number', properties }) satisfies Field
const date = (properties: object = {}) =>
  ({ ...common, slug: 'date', type: 'date', properties }) satisfies Field
const checkbox = { ...common, slug: 'checkbox', type: 'checkbox', properties: {} } satisfies Field
const select = {
  ...common,
  slug: 'select',
  type: 'select',
  properties: { options: [{ value: 'one', label: 'One' }] },
} satisfies Field

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000

type Answer = string | number | boolean | null

const validate = (customField: Field, answer: Answer, required = false) =>
  validateCustomFieldData(
    [{ customField, required }],
    { [customField.slug]: answer },
    { isComplete: true },
  )

describe('a valid answer is stored', () => {
  test.each<[Field, Answer, Answer]>([
    [text(), 'Hello', 'Hello'],
    [text({ minLength: 2, maxLength: 2 }), '👋👋', '👋👋'],
    [number(), 0, 0],
    [number({ ge: -3, le: 3 }), -3, -3],
    [date(), '2030-02-28', '2030-02-28'],
    [date(), '2030-02-28T23:00:00.000Z', '2030-02-28'],
    [date({ ge: day('2030-01-01'), le: day('2030-01-01') }), '2030-01-01', '2030-01-01'],
    [checkbox, true, true],
    [checkbox, false, false],
    [select, 'one', 'one'],
  ])('to %j: %j', (field, answer, expected) => {
    expect(validate(field, answer)).toEqual({ [field.slug]: expected })
  })
})

describe('an invalid answer is refused', () => {
  test.each<[Field, Answer, string]>([
    [text(), 5, 'Input should be a valid string'],
    [text({ minLength: 3 }), 'no', 'Too short: at least 3'],
    [text({ maxLength: 1 }), 'no', 'Too long: at most 1'],
    [number(), 1.5, 'Input should be a valid integer'],
    [number(), '1', 'Input should be a valid integer'],
    [number({ ge: 2 }), 1, 'Must be at least 2'],
    [number({ le: 2 }), 3, 'Must be at most 2'],
    [date(), '2030-02-30', 'Input should be a date as YYYY-MM-DD'],
    [date(), 'tomorrow', 'Input should be a date as YYYY-MM-DD'],
    [date({ ge: day('2030-01-02') }), '2030-01-01', 'Must not be before 2030-01-02'],
    [date({ le: day('2030-01-02') }), '2030-01-03', 'Must not be after 2030-01-02'],
    [checkbox, 'yes', 'Input should be a valid boolean'],
    [select, 'two', 'Must be one of the options'],
  ])('to %j: %j', (field, answer, msg) => {
    const loc = ['body', 'custom_field_data', field.slug]
    expect(validate(field, answer)).toMatchObject({
      refused: 'checkout_custom_field_invalid',
      details: { faults: [{ loc, msg, type: 'value_error' }] },
    })
  })
})

describe('a required field', () => {
  test.each<[Field, Answer, string]>([
    [text(), null, 'missing'],
    [text(), '', 'missing'],
    [number(), null, 'missing'],
    [select, null, 'missing'],
    [checkbox, null, 'missing'],
    [checkbox, false, 'value_error'],
  ])('%j does not accept %j', (field, answer, type) => {
    expect(validate(field, answer, true)).toMatchObject({ details: { faults: [{ type }] } })
    expect(isRefused(validate(field, answer))).toBe(false)
  })

  test('may be empty until the answers have to be complete', () => {
    const attached = [{ customField: text(), required: true }]
    expect(validateCustomFieldData(attached, {}, { isComplete: false })).toEqual({})
  })
})

test('all faults are reported at once', () => {
  const attached = [
    { customField: text(), required: true },
    { customField: number(), required: true },
  ]
  const refusal = validateCustomFieldData(attached, { number: 'x' }, { isComplete: true })
  expect(refusal).toMatchObject({ details: { faults: [{ type: 'missing' }, {}] } })
})

test('answers to unknown fields are dropped, including names of Object.prototype', () => {
  const attached = [{ customField: { ...text(), slug: 'constructor' }, required: false }]
  expect(validateCustomFieldData(attached, { other: 'x' }, { isComplete: false })).toEqual({})
})

test('answers that are no longer valid are dropped and the others are kept', () => {
  const attached = [
    { customField: text(), required: true },
    { customField: number({ le: 3 }), required: false },
  ]
  const given = { text: 'Hello', number: 4, other: true }
  expect(filterCustomFieldData(attached, given)).toEqual({ text: 'Hello' })
})
