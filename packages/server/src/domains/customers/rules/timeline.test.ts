import { describe, expect, it } from 'vitest'
import type { TimelineObject } from '../../../kernel/timeline.ts'
import { customerTimeline, listChanges } from './timeline.ts'

const { title, fields = {} } = customerTimeline['customer.updated'] ?? { title: () => '' }

const before: TimelineObject = {
  email: 'ann@example.com',
  email_verified: true,
  name: null,
  billing_address: { city: 'Ulm', line2: null, postal_code: '89073' },
  tax_id: ['DE1', 'eu_vat'],
  metadata: { plan: 'free', seats: 1 },
  modified_at: null,
}

const lines = (after: TimelineObject, from: TimelineObject | null = before) =>
  listChanges(fields, from, { ...before, ...after }).map(
    (one) => `${one.field} (${one.label}): ${String(one.before)} → ${String(one.after)}`,
  )

describe('listChanges', () => {
  it.each<[string, TimelineObject, string[]]>([
    ['lists a plain field', { name: 'Ann' }, ['name (Name): null → Ann']],
    [
      'lists several fields in the order of the table',
      { name: 'Ann', email: 'ann@b.com', email_verified: false },
      [
        'email (Email address): ann@example.com → ann@b.com',
        'email_verified (Email address verified): true → false',
        'name (Name): null → Ann',
      ],
    ],
    [
      'lists the changed parts of an address',
      { billing_address: { city: 'Bonn', line2: null, postal_code: '89073' } },
      ['billing_address.city (Billing address, city): Ulm → Bonn'],
    ],
    [
      'lists the parts of a removed address',
      { billing_address: null },
      [
        'billing_address.city (Billing address, city): Ulm → null',
        'billing_address.postal_code (Billing address, postal code): 89073 → null',
      ],
    ],
    [
      'labels metadata with its own keys',
      { metadata: { plan: 'free', seats: 1, sign_up: 'web', line1: 'a' } },
      [
        'metadata.sign_up (Metadata, sign_up): null → web',
        'metadata.line1 (Metadata, line1): null → a',
      ],
    ],
    [
      'lists metadata of every type',
      { metadata: { plan: 'free', seats: '1', isLate: false } },
      [
        'metadata.seats (Metadata, seats): 1 → 1',
        'metadata.isLate (Metadata, isLate): null → false',
      ],
    ],
    [
      'joins a tax id to one text',
      { tax_id: ['DE2', 'eu_vat'] },
      ['tax_id (Tax ID): DE1, eu_vat → DE2, eu_vat'],
    ],
    ['ignores fields outside the table', { modified_at: '2027-01-01' }, []],
  ])('%s', (_title, after, expected) => {
    expect(lines(after)).toEqual(expected)
  })

  it('is empty if the previous version is unknown', () => {
    expect(lines({ name: 'Ann' }, null)).toEqual([])
  })
})

describe('the title of a change', () => {
  it.each<[string, TimelineObject]>([
    ['Customer changed', {}],
    ['Name changed', { name: 'Ann' }],
    ['Email address and name changed', { name: 'Ann', email: 'a@b.com' }],
    [
      'Name, billing address and metadata changed',
      { name: 'Ann', billing_address: null, metadata: {} },
    ],
  ])('is “%s”', (expected, after) => {
    expect(title({}, listChanges(fields, before, { ...before, ...after }))).toBe(expected)
  })
})
