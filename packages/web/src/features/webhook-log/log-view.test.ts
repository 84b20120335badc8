import { expect, test } from 'vitest'
import { readCode, readLogView } from './log-view.ts'

test.each([
  ['nothing', {}, {}],
  [
    'everything',
    {
      state: 'failed',
      type: 'order.paid',
      code: 500,
      object: 'an-id',
      from: '2026-11-01',
      to: '2026-11-30',
    },
    {
      state: 'failed',
      type: 'order.paid',
      code: 500,
      object: 'an-id',
      from: '2026-11-01',
      to: '2026-11-30',
    },
  ],
  ['a number that was typed', { object: 42 }, { object: '42' }],
  ['unknown values', { state: 'lost', type: 'order.lost', code: 'five', q: 'x' }, {}],
  ['an invalid status', { code: 600 }, {}],
  ['an id that is too long', { object: 'x'.repeat(101) }, {}],
  ['a single day', { from: '2026-11-01' }, {}],
  ['days that don’t exist', { from: '2026-02-30', to: '2026-03-01' }, {}],
  ['days in the wrong order', { from: '2026-03-02', to: '2026-03-01' }, {}],
] as const)('parsing a URL: %s', (_, search, view) => {
  expect(readLogView(search)).toEqual(view)
})

test.each([
  ['404', 404],
  [' 200 ', 200],
  ['99', null],
  ['600', null],
  ['2000', null],
  ['ok', null],
  ['', null],
])('“%s” as a status', (text, code) => {
  expect(readCode(text)).toBe(code)
})
