import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { type Database, openDatabase } from './database.ts'
import { streamRows } from './stream-rows.ts'

const db = testDatabase()
const count = 20_500

beforeAll(() =>
  runOn(
    db.ownerUrl,
    `insert into organization (id, slug, name, created_at)
     select gen_random_uuid(), 'slug-' || n, lpad(n::text, 6, '0'), now()
       from generate_series(1, ${count}) n`,
  ),
)

let linesMade = 0
beforeEach(() => {
  linesMade = 0
})

interface Asked {
  readonly database?: Pick<Database, 'transact'>
  readonly stallMilliseconds?: number
}

const open = ({ database = db.database, ...limits }: Asked = {}) =>
  streamRows(database, {
    head: 'name\n',
    select: (tx) => tx.selectFrom('organization').select('name').orderBy('name'),
    textOf: ({ name }) => {
      linesMade += 1
      return `${name}\n`
    },
    ...limits,
  })

async function textOf(stream: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of stream) text += part
  return text
}

const transactions = async (): Promise<number> => {
  const [row] = await runOn<{ count: number }>(
    db.ownerUrl,
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
  )
  return row?.count ?? 0
}

async function openPooled(): Promise<Database> {
  const pooled = await openDatabase({ url: db.url, pooled: true }, pino({ level: 'silent' }))
  onTestFinished(pooled.close)
  return pooled
}

describe('all rows are sent once, in their order', () => {
  it.each([
    ['on direct connections', async () => db.database],
    ['behind a pooler', openPooled],
  ])('%s', async (_where, database) => {
    const lines = (await textOf(await open({ database: await database() }))).split('\n')
    expect(lines.shift()).toBe('name')
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(count)
    expect(lines).toEqual(lines.toSorted())
    expect(lines.at(-1)).toBe(String(count).padStart(6, '0'))
    await expect.poll(transactions).toBe(0)
  })

  it('of one instant, whatever changes meanwhile', async () => {
    const stream = await open()
    await runOn(db.ownerUrl, "update organization set name = '9' where name = '020000'")
    onTestFinished(async () => {
      await runOn(db.ownerUrl, "update organization set name = '020000' where name = '9'")
    })
    expect(await textOf(stream)).toContain('\n020000\n')
  })
})

describe('a reader', () => {
  it('that stops makes the server stop reading', async () => {
    const stream = await open()
    const parts = stream[Symbol.asyncIterator]()
    await parts.next()
    await parts.next()
    await pause(300)
    expect(linesMade).toBeLessThanOrEqual(4_000)
    expect(await transactions()).toBe(1)
    await parts.return?.()
    await expect.poll(transactions).toBe(0)
  })

  it('that never begins holds nothing once it has left', async () => {
    const stream = await open()
    stream.destroy()
    await expect.poll(transactions).toBe(0)
  })

  it('that takes nothing for too long is cut off', async () => {
    const stream = await open({ stallMilliseconds: 100 })
    const failed = new Promise((resolve) => stream.once('error', resolve))
    expect(await failed).toMatchObject({ name: 'AbortError' })
    await expect.poll(transactions).toBe(0)
  })
})

describe('only some streams run at a time', () => {
  it('the others wait, and too many are refused', async () => {
    const running = await Promise.all([open(), open()])
    const waiting = Array.from({ length: 8 }, () => open())
    await expect(open()).rejects.toMatchObject({ code: 'too_busy' })
    expect(await transactions()).toBe(2)
    for (const stream of running) stream.destroy()
    for (const stream of waiting) (await stream).destroy()
    await expect.poll(transactions).toBe(0)
    expect(await textOf(await open())).toContain('000001')
  })
})

it('a statement that fails is refused before anything is sent', async () => {
  const failing = streamRows(db.database, {
    head: 'id\n',
    select: (tx) => tx.selectFrom('organization').select('id').where('slug', '=', sqlFault()),
    textOf: ({ id }) => id,
  })
  await expect(failing).rejects.toThrow('invalid byte sequence')
})

const sqlFault = () => '\0'
