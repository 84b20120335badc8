import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = testDatabase()

async function value(expression: string): Promise<unknown> {
  const { rows } = await db.database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

test.each([
  ['9007199254740991::bigint', 9_007_199_254_740_991],
  ['array[1, null, -2]::bigint[]', [1, null, -2]],
  ["'1.10'::numeric", '1.10'],
  ["array['1.10', null]::numeric[]", ['1.10', null]],
  ["date '2026-03-29'", '2026-03-29'],
  ["timestamp '2026-03-29 02:30'", '2026-03-29 02:30:00'],
  ["timestamptz '2026-03-29 02:30:00.123+02'", new Date('2026-03-29T00:30:00.123Z')],
  ["'1890-01-01T00:00Z'::timestamptz", new Date('1890-01-01T00:00:00Z')],
  ["timestamptz '2026-03-29 00:30:00.123999Z'", new Date('2026-03-29T00:30:00.123Z')],
  ["timestamptz '2026-12-31 23:59:58.07Z'", new Date('2026-12-31T23:59:58.070Z')],
  ["timestamptz '0044-03-15 12:00Z'", new Date('0044-03-15T12:00:00Z')],
  ["timestamptz '0044-03-15 12:00Z BC'", new Date('-000043-03-15T12:00:00Z')],
  ["timestamptz '12026-01-01 00:00Z'", new Date('+012026-01-01T00:00:00Z')],
  ["'infinity'::timestamptz", Number.POSITIVE_INFINITY],
  ["current_setting('TimeZone')", 'UTC'],
])('%s is read unchanged', async (expression, expected) => {
  expect(await value(expression)).toEqual(expected)
})

test('a bigint beyond the safe integers is refused', async () => {
  await expect(value('9007199254740993::bigint')).rejects.toThrow('does not fit a safe integer')
  expect(await value('1')).toBe(1)
})

test('an instant is read as it was written, in any time zone of the process', async () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'America/St_Johns'
  try {
    const instant = new Date('2026-11-01T04:59:59.999Z')
    const { rows } = await db.database.pool.query('select $1::timestamptz as value', [instant])
    expect(rows).toEqual([{ value: instant }])
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
