import { slug as contractSlug } from '@guildhall/contract/organizations/shapes'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { slugSchema } from '#/features/organizations/profile-rules.ts'
import { mistakeIn } from '#/lib/form-schema.ts'
import { nextSlug, proposeSlug, typedSlug } from './slug.ts'

const isAllowed = (slug: string) => z.safeParse(contractSlug, slug).success

describe('the proposed slug', () => {
  test.each([
    ['Northwind Tools', 'northwind-tools'],
    ['  Northwind   Tools, Inc.  ', 'northwind-tools-inc'],
    ['Müller & Söhne', 'muller-and-sohne'],
    ['Ærø Øl', 'aero-ol'],
    ['Straße 7', 'strasse-7'],
    ['Tomás’ Łódź', 'tomas-lodz'],
    ['Пётр и Юля', 'petr-i-yulya'],
    ['Ελλάς', 'ellas'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full-width'],
    ['株式会社', ''],
    ['', ''],
    ['--', ''],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
    ['a'.repeat(100), 'a'.repeat(64)],
  ])('for %j: %j', (name, proposed) => {
    expect(proposeSlug(name)).toBe(proposed)
    expect(proposed === '' || isAllowed(proposed)).toBe(true)
  })
})

test('capitals and spaces are corrected while typing', () => {
  expect(typedSlug('My Shop')).toBe('my-shop')
})

describe('validating a slug', () => {
  test.each(['northwind', 'a', '-', '2-b', 'a'.repeat(64)])('%j is valid', (slug) => {
    expect(mistakeIn(slugSchema, slug)).toBeNull()
    expect(isAllowed(slug)).toBe(true)
  })

  test.each([
    ['', 'Enter'],
    ['Shop', 'a to z'],
    ['my shop', 'a to z'],
    ['café', 'a to z'],
    ['a'.repeat(65), '64'],
  ])('%j is invalid', (slug, mistake) => {
    expect(mistakeIn(slugSchema, slug)).toContain(mistake)
    expect(isAllowed(slug)).toBe(false)
  })
})

describe('the next suggestion', () => {
  test.each([
    ['northwind', 'northwind-2'],
    ['northwind-2', 'northwind-3'],
    ['northwind-9', 'northwind-10'],
    ['7', '7-2'],
    ['a'.repeat(64), `${'a'.repeat(62)}-2`],
  ])('after %j: %j', (slug, next) => {
    expect(nextSlug(slug)).toBe(next)
    expect(isAllowed(next)).toBe(true)
  })
})
