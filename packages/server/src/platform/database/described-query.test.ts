import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { countStatements, type StatementCounter } from '../../../test/statement-counter.ts'
import { ask } from './described-query.ts'

const db = testDatabase()
let counter: StatementCounter
let client: pg.Client

beforeAll(async () => {
  counter = await countStatements(db.url)
  client = new pg.Client({ connectionString: counter.url, pipeline: true })
  await client.connect()
})

afterAll(async () => {
  await client?.end()
  await counter?.stop()
})

const descriptionsOf = async (task: () => Promise<unknown>): Promise<number> => {
  const before = counter.descriptions()
  await task()
  return counter.descriptions() - before
}

test('a connection is asked once what columns a prepared statement has', async () => {
  const text = 'select $1::int as first_one, $2::text as other, $3::int8 as big'
  const read = (...values: unknown[]) =>
    ask(client, { name: 'three', text, values, keyOf: (column) => column.replace('_o', 'O') })
  const rows = [{ firstOne: 1, other: null, big: 3 }]
  expect(
    await descriptionsOf(async () => expect((await read(1, null, 3)).rows).toEqual(rows)),
  ).toBe(1)
  const again = async () =>
    expect(await Promise.all([read(1, null, 3), read(null, 'x', null)])).toEqual([
      { rows, command: 'SELECT', rowCount: 1 },
      { rows: [{ firstOne: null, other: 'x', big: null }], command: 'SELECT', rowCount: 1 },
    ])
  expect(await descriptionsOf(again)).toBe(0)
})

test('each connection is asked for itself, and about unnamed statements each time', async () => {
  const statement = { name: 'sum', text: 'select $1::int + 1 as sum', values: [1] }
  const unnamed = { text: statement.text, values: [1] }
  const other = new pg.Client({ connectionString: counter.url, pipeline: true })
  await other.connect()
  try {
    for (const one of [client, other]) {
      const first = () => ask(one, statement)
      expect(await descriptionsOf(first)).toBe(1)
      expect(await descriptionsOf(first)).toBe(0)
      expect(await descriptionsOf(() => ask(one, unnamed))).toBe(1)
      expect(await descriptionsOf(() => ask(one, unnamed))).toBe(1)
      expect((await ask(one, statement)).rows).toEqual([{ sum: 2 }])
    }
  } finally {
    await other.end()
  }
})

test('a statement without columns is known, too, and says how many rows it changed', async () => {
  const create = { text: 'create temporary table toy (id int)', values: [] }
  expect(await ask(client, create)).toEqual({ rows: [], command: 'CREATE', rowCount: 0 })
  const insert = (values: readonly number[]) =>
    ask(client, { name: 'add', text: 'insert into toy select unnest($1::int[])', values: [values] })
  expect(await insert([1, 2])).toEqual({ rows: [], command: 'INSERT', rowCount: 2 })
  expect(await descriptionsOf(() => insert([3]))).toBe(0)
  const update = { text: 'update toy set id = id + $1 returning id', values: [1] }
  expect(await ask(client, update)).toEqual({
    rows: [{ id: 2 }, { id: 3 }, { id: 4 }],
    command: 'UPDATE',
    rowCount: 3,
  })
})

test('a value that can’t be read fails its statement alone', async () => {
  const read = (value: string) =>
    ask(client, { name: 'large', text: 'select $1::int8 as large', values: [value] })
  for (let times = 0; times < 2; times += 1) {
    const [refused, answered] = await Promise.allSettled([read('9007199254740993'), read('7')])
    expect(refused).toMatchObject({ status: 'rejected' })
    expect(answered).toMatchObject({ status: 'fulfilled', value: { rows: [{ large: 7 }] } })
  }
})

test('a statement that fails is described when it succeeds', async () => {
  const divide = (by: number) =>
    ask(client, { name: 'divide', text: 'select 6 / $1::int as part', values: [by] })
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ part: 3 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(3)).rows).toEqual([{ part: 2 }])
})

test('a failure says where it was asked', async () => {
  async function askForNothing(): Promise<unknown> {
    return await ask(client, { text: 'select nothing', values: [] })
  }
  const failure: unknown = await askForNothing().catch((error: unknown) => error)
  expect(String(failure instanceof Error && failure.stack)).toContain('askForNothing')
})

test('of two columns of one name the last counts, also where it is null', async () => {
  const text = 'select $1::int as one, $2::text as one'
  const twins = (values: readonly unknown[]) =>
    ask(client, { name: 'twins', text, values: [...values] })
  expect((await twins([1, null])).rows).toEqual([{ one: null }])
  expect((await twins([null, 'x'])).rows).toEqual([{ one: 'x' }])
})
