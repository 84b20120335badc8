import { describe, expect, it } from 'vitest'
import { changesTold, customerTimeline, type Told } from './timeline.ts'

const { title, fields = {} } = customerTimeline['customer.updated'] ?? { title: () => '' }

const before: Told = {
  email: 'ann@example.com',
  email_verified: true,
  name: null,
  billing_address: { city: 'Ulm', line2: null, postal_code: '89073' },
  tax_id: ['DE1', 'eu_vat'],
  metadata: { plan: 'free', seats: 1 },
  modified_at: null,
}

const lines = (after: Told, from: Told | null = before) =>
  changesTold(fields, from, { ...before, ...after }).map(
    (one) => `${one.field} (${one.label}): ${String(one.before)} → ${String(one.after)}`,
  )

describe('what changed is told', () => {
  it.each<[string, Told, string[]]>([
    ['of a field', { name: 'Ann' }, ['name (Name): null → Ann']],
    [
      'of several, in the order of the table',
      { name: 'Ann', email: 'ann@b.com', email_verified: false },
      [
        'email (E-mail address): ann@example.com → ann@b.com',
        'email_verified (E-mail address verified): true → false',
        'name (Name): null → Ann',
      ],
    ],
    [
      'of the parts of an address',
      { billing_address: { city: 'Bonn', line2: null, postal_code: '89073' } },
      ['billing_address.city (Billing address, city): Ulm → Bonn'],
    ],
    [
      'of an address that is gone',
      { billing_address: null },
      [
        'billing_address.city (Billing address, city): Ulm → null',
        'billing_address.postal_code (Billing address, postal code): 89073 → null',
      ],
    ],
    [
      'of metadata by its own names',
      { metadata: { plan: 'free', seats: 1, sign_up: 'web', line1: 'a' } },
      [
        'metadata.sign_up (Metadata, sign_up): null → web',
        'metadata.line1 (Metadata, line1): null → a',
      ],
    ],
    [
      'of metadata, whatever its kind',
      { metadata: { plan: 'free', seats: '1', isLate: false } },
      [
        'metadata.seats (Metadata, seats): 1 → 1',
        'metadata.isLate (Metadata, isLate): null → false',
      ],
    ],
    [
      'of a tax id as one text',
      { tax_id: ['DE2', 'eu_vat'] },
      ['tax_id (Tax id): DE1, eu_vat → DE2, eu_vat'],
    ],
    ['and nothing that nobody asks for', { modified_at: '2027-01-01' }, []],
  ])('%s', (_what, after, expected) => {
    expect(lines(after)).toEqual(expected)
  })

  it('but not where nobody knows what was before', () => {
    expect(lines({ name: 'Ann' }, null)).toEqual([])
  })
})

describe('its title', () => {
  it.each<[string, Told]>([
    ['Customer changed', {}],
    ['Name changed', { name: 'Ann' }],
    ['E-mail address and name changed', { name: 'Ann', email: 'a@b.com' }],
    [
      'Name, billing address and metadata changed',
      { name: 'Ann', billing_address: null, metadata: {} },
    ],
  ])('is “%s”', (expected, after) => {
    expect(title({}, changesTold(fields, before, { ...before, ...after }))).toBe(expected)
  })
})
