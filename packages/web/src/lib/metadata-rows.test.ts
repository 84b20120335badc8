import { describe, expect, test } from 'vitest'
import {
  type MetadataRow,
  metadataMistake,
  metadataOf,
  metadataRows,
  rowMistakes,
} from './metadata-rows.ts'

const row = (key: string, text: string, kind: MetadataRow['kind'] = 'text') => ({ key, text, kind })

test('saved metadata round-trips', () => {
  const kept = { plan: 'pro', seats: 5, ratio: 0.5, isLate: false, code: '007' }
  expect(metadataOf(metadataRows(kept))).toEqual(kept)
})

test('an empty row is not sent', () => {
  expect(metadataOf([row('', ''), row(' plan ', 'pro'), row('', 'false', 'boolean')])).toEqual({
    plan: 'pro',
  })
})

describe('errors', () => {
  test.each<[string, MetadataRow[], ('key' | 'value' | null)[]]>([
    ['none', [row('a', 'b'), row('c', '1', 'number'), row('', '')], [null, null, null]],
    ['a value without a name', [row('', 'b')], ['key']],
    ['a name without a value', [row('a', '')], ['value']],
    ['a name twice', [row('a', 'b'), row(' a', 'c')], [null, 'key']],
    ['a long name', [row('k'.repeat(41), 'b')], ['key']],
    ['a long value', [row('a', 'x'.repeat(501))], ['value']],
    ['no number', [row('a', '1,5', 'number'), row('b', ' ', 'number')], ['value', 'value']],
    ['no end', [row('a', 'Infinity', 'number')], ['value']],
  ])('%s', (_what, rows, about) => {
    expect(rowMistakes(rows).map((mistake) => mistake?.about ?? null)).toEqual(about)
    expect(metadataMistake(rows) === null).toBe(about.every((one) => one === null))
  })

  test('too many pairs', () => {
    const rows = Array.from({ length: 52 }, (_, at) => row(`k${at}`, 'v'))
    expect(metadataMistake(rows)).toContain('Remove 2')
    expect(metadataMistake(rows.slice(2))).toBeNull()
  })
})
