import { expect, test } from 'vitest'
import { readEventsView, readPair } from './events-view.ts'

const id = '0199a5b2-6f5a-7c3e-8d0a-3f1f6a2b9c10'

test.each([
  ['nothing', {}, {}],
  [
    'everything',
    {
      name: 'call',
      customer: id,
      meter: id,
      metadata: 'a=b',
      from: '2026-11-01',
      to: '2026-11-02',
    },
    {
      name: 'call',
      customer: id,
      meter: id,
      metadata: 'a=b',
      from: '2026-11-01',
      to: '2026-11-02',
    },
  ],
  ['a name that looks like a number', { name: 42 }, { name: '42' }],
  ['what isn’t an id', { customer: 'ada', meter: 7 }, {}],
  ['metadata without a key or a value', { metadata: '=b' }, {}],
  ['a name that is too long', { name: 'x'.repeat(129) }, {}],
  ['unknown parameters', { page: 2, q: 'x' }, {}],
] as const)('parsing a URL: %s', (_, search, view) => {
  expect(readEventsView(search)).toEqual(view)
})

test.each([
  ['model=lite', { key: 'model', value: 'lite' }],
  ['usage.tokens=12', { key: 'usage.tokens', value: '12' }],
  ['query=a=b', { key: 'query', value: 'a=b' }],
  ['model=', { key: 'model', value: '' }],
  ['model', null],
  ['=lite', null],
  [`${'x'.repeat(206)}=1`, null],
])('“%s” as a pair', (text, pair) => {
  expect(readPair(text)).toEqual(pair)
})
