import { describe, expect, it } from 'vitest'
import { changesOf, requestedChanges, summaryOf } from './changes.ts'
import { objectTypeOf } from './object-of-path.ts'
import { keptValue, redacted, tooLong } from './redaction.ts'

const before = { name: 'A', price: 100, tags: ['x'], modified_at: 'then' }
const after = { name: 'B', price: 100, tags: ['x', 'y'], modified_at: 'now' }

describe('the changes of an update', () => {
  it('are the fields that differ, before and after', () => {
    expect(changesOf({ kind: 'updated', before, after, named: [] })).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'tags', before: ['x'], after: ['x', 'y'] },
    ])
  })

  it('are the fields that the call named, where the earlier state isn’t known', () => {
    const named = ['name', 'unknown']
    expect(changesOf({ kind: 'updated', before: null, after, named })).toEqual([
      { field: 'name', after: 'B' },
    ])
  })

  it('are none where nothing differs, in any order of keys', () => {
    const same = { price: 100, tags: ['x'], name: 'A' }
    expect(changesOf({ kind: 'updated', before, after: same, named: ['name'] })).toEqual([])
  })
})

it('a new object has values after, a deleted one before, and neither says what is empty', () => {
  const object = { name: 'A', note: null, tags: [], metadata: {}, count: 0, on: false }
  const fields = (kind: 'created' | 'deleted') =>
    changesOf({ kind, before: null, after: object, named: [] })
  expect(fields('created')).toEqual([
    { field: 'name', after: 'A' },
    { field: 'count', after: 0 },
    { field: 'on', after: false },
  ])
  expect(fields('deleted')).toEqual([
    { field: 'name', before: 'A' },
    { field: 'count', before: 0 },
    { field: 'on', before: false },
  ])
})

describe('secrets are not kept', () => {
  it.each([
    ['secret', 'whsec_1'],
    ['client_secret', 'cs_1'],
    ['clientSecret', 'cs_1'],
    ['password', 'p'],
    ['token', 't'],
    ['guild_token', 't'],
    ['accessToken', 't'],
    ['key', 'LICENSE-1'],
    ['card_number', '4242424242424242'],
    ['card', { last4: '4242' }],
    ['url', 'https://pay.test/checkout?client_secret=cs_1'],
  ])('in %s', (name, value) => {
    expect(keptValue(name, value)).toBe(redacted)
    expect(keptValue('nested', { [name]: [value] })).toEqual({
      [name]: name === 'url' ? [redacted] : redacted,
    })
  })

  it.each(['name', 'comment', 'scopes', 'display_key', 'tokens', 'monkey'])('but %s is', (name) => {
    expect(keptValue(name, 'shown')).toBe('shown')
  })

  it('nor in what a call asked for', () => {
    expect(requestedChanges({ password: 'p', name: 'A', cleared: null })).toEqual([
      { field: 'password', after: redacted },
      { field: 'name', after: 'A' },
      { field: 'cleared', after: null },
    ])
  })
})

it('a value that is very long is not kept', () => {
  expect(keptValue('description', 'x'.repeat(5_000))).toBe(tooLong)
  expect(keptValue('description', 'x'.repeat(4_000))).toHaveLength(4_000)
})

it.each([
  ['/v1/products/:id', 'product'],
  ['/v1/tax-registrations/', 'tax_registration'],
  ['/v1/webhooks/endpoints/:id/replay', 'webhook_endpoint'],
  ['/v1/webhooks/events/:id/redeliver', 'event'],
  ['/v1/organizations/:id/portal-settings', 'organization'],
  ['/api/auth/organization/add-team-member', 'organization'],
  ['/v1/integrations/github/callback', 'connection'],
  ['/v1/clock/advance', 'clock'],
])('%s is about a %s', (path, type) => {
  expect(objectTypeOf(path)).toBe(type)
})

describe('a summary of many objects', () => {
  it('says how many there were, and from which day to which', () => {
    const objects = [{ day: '2026-03-02' }, { day: '2026-03-01' }, { day: '2026-03-03' }]
    expect(summaryOf(objects, 2)).toEqual([
      { field: 'objects', after: 3 },
      { field: 'objects_with_entries', after: 2 },
      { field: 'first_day', after: '2026-03-01' },
      { field: 'last_day', after: '2026-03-03' },
    ])
  })

  it('has no days where one object is of none', () => {
    expect(summaryOf([{ day: '2026-03-02' }, {}], 1)).toEqual([
      { field: 'objects', after: 2 },
      { field: 'objects_with_entries', after: 1 },
    ])
  })
})
