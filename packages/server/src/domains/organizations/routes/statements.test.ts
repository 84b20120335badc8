import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { assert } from '../../../kernel/assert.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let owners: { few: Owner; many: Owner }

/** A member of this many organizations, one of which has as many members, invitations and teams. */
interface Owner {
  readonly person: Person
  readonly organizationId: string
  readonly size: number
}

beforeAll(async () => {
  counter = await countStatements(db.url)
  // A worker's statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  owners = { few: await newOwner(2), many: await newOwner(60) }
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

async function newOwner(size: number): Promise<Owner> {
  const person = await newPerson(server)
  const { pool } = db.database
  const ids = Array.from({ length: size }, () => newId('organization'))
  const [organizationId] = ids
  assert(organizationId !== undefined, 'there is at least one')
  await pool.query(
    `insert into organization (id, slug, name, created_at)
     select id, 'of-' || id, 'Example', now() from unnest($1::uuid[]) id`,
    [ids],
  )
  await pool.query(
    `insert into member (organization_id, id, user_id, role, created_at)
     select id, gen_random_uuid(), $2, 'owner', now() from unnest($1::uuid[]) id`,
    [ids, person.id],
  )
  for (const statement of rowsOfOne) await pool.query(statement, [organizationId, size - 1])
  return { person, organizationId, size }
}

const rowsOfOne = [
  `with other as (
     insert into users (id, email, name, created_at, updated_at)
     select gen_random_uuid(), n || '@' || $1::uuid || '.test', 'Ben Example', now(), now()
       from generate_series(1, $2::int) n
     returning id
   )
   insert into member (organization_id, id, user_id, role, created_at)
   select $1::uuid, gen_random_uuid(), id, 'member', now() from other`,
  `insert into team (organization_id, id, name, created_at)
   select $1, gen_random_uuid(), 'Team ' || n, now() from generate_series(0, $2::int) n`,
  `insert into invitation
     (organization_id, id, email, role, inviter_id, created_at, expires_at)
   select $1, gen_random_uuid(), n || '@example.com', 'member', gen_random_uuid(), now(),
          now() + interval '1 day'
     from generate_series(0, $2::int) n`,
]

interface Counted {
  readonly statements: number
  readonly body: unknown
}

/** The minimum of several tries, because a call may also record the use of the session. */
async function countStatementsOf(
  { person, organizationId }: Owner,
  name: string,
): Promise<Counted> {
  const path = `/api/auth/organization/${name}?organizationId=${organizationId}`
  const counted: Counted[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    const { status, body } = await person.browser.get(path)
    expect(status).toBe(200)
    counted.push({ statements: counter.count() - before, body })
  }
  const [fewest] = counted.toSorted((one, other) => one.statements - other.statements)
  assert(fewest !== undefined, 'there were tries')
  return fewest
}

const lists: Readonly<Record<string, readonly string[]>> = {
  list: [''],
  'get-full-organization': ['members', 'invitations', 'teams'],
  'list-members': ['members'],
  'list-teams': [''],
  'list-invitations': [''],
}

test.each(Object.entries(lists))(
  '%s takes as many statements for 60 as for 2',
  async (name, inside) => {
    const few = await countStatementsOf(owners.few, name)
    const many = await countStatementsOf(owners.many, name)
    for (const list of inside) {
      expect(lengthOf(few.body, list)).toBe(owners.few.size)
      expect(lengthOf(many.body, list)).toBe(owners.many.size)
    }
    expect(few.statements).toBeGreaterThan(0)
    expect(many.statements).toBe(few.statements)
  },
)

function lengthOf(body: unknown, name: string): number {
  const list = name === '' ? body : body instanceof Object ? Reflect.get(body, name) : undefined
  return Array.isArray(list) ? list.length : Number.NaN
}
