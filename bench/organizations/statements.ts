import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  countStatements,
  type StatementCounter,
} from '../../packages/server/test/statement-counter.ts'
import { call, type Request } from '../../packages/stories/src/races/call.ts'
import type { Person, Subject } from '../../packages/stories/src/races/subject.ts'
import type { Server, ServerScript } from '../rounds.ts'
import { startServer } from '../rounds.ts'
import type { InsertOrganizations } from './rows.ts'

/** The number of statements of one request, for a user with few of everything and with many. */
export interface Statements {
  readonly name: string
  readonly few: number
  readonly many: number
}

export const few = 10
export const many = 100

/** Background work may run statements in between, so the lowest count is used. */
const tries = 5
/** Statements that run after the response count as well. */
const settleMilliseconds = 200

interface Counted {
  readonly databaseUrl: string
  readonly serverScript: (url: string) => ServerScript
  readonly subject: (server: Server) => Promise<Subject>
  readonly insert: InsertOrganizations
}

/** Counts statements between a separate server and its database. */
export async function statementsOf(counted: Counted): Promise<Statements[]> {
  const counter = await countStatements(counted.databaseUrl)
  try {
    const server = await startServer(counted.serverScript(counter.url))
    try {
      return await countAll(counter, await counted.subject(server), counted.insert)
    } finally {
      await server.child.stop()
    }
  } finally {
    await counter.stop()
  }
}

async function countAll(
  counter: StatementCounter,
  subject: Subject,
  insert: InsertOrganizations,
): Promise<Statements[]> {
  const people = await subject.newPeople(many + 1)
  const [small, large] = [
    await newOwner(insert, people.slice(0, few)),
    await newOwner(insert, people.slice(1)),
  ]
  const statements: Statements[] = []
  for (const [name, requestOf] of Object.entries(requests)) {
    statements.push({
      name,
      few: await fewest(counter, subject, () => requestOf(small)),
      many: await fewest(counter, subject, () => requestOf(large)),
    })
  }
  return statements
}

interface Owner extends Person {
  readonly organizationId: string
}

/** The first person owns one organization per person. The first organization has all of them. */
async function newOwner(insert: InsertOrganizations, people: readonly Person[]): Promise<Owner> {
  const [owner, ...others] = people
  if (owner === undefined) throw new Error('expected an owner')
  const memberIds = others.map(({ id }) => id)
  const small = { ownerId: owner.id, memberIds: [], teams: 1 }
  const [organizationId = ''] = await insert([
    { ownerId: owner.id, memberIds, teams: people.length },
    ...others.map(() => small),
  ])
  return { ...owner, organizationId }
}

const readRequest = ({ here: caller, organizationId }: Owner, name: string): Request => ({
  caller,
  path: `/organization/${name}?organizationId=${organizationId}`,
})

const requests: Readonly<Record<string, (owner: Owner) => Request>> = {
  create: ({ here: caller }) => ({
    caller,
    path: '/organization/create',
    body: { name: 'Example', slug: `new-${randomUUID()}`, keepCurrentActiveOrganization: true },
  }),
  list: ({ here: caller }) => ({ caller, path: '/organization/list' }),
  'get-full-organization': (owner) => readRequest(owner, 'get-full-organization'),
  'list-members': (owner) => readRequest(owner, 'list-members'),
  'list-teams': (owner) => readRequest(owner, 'list-teams'),
}

async function fewest(
  counter: StatementCounter,
  subject: Subject,
  newRequest: () => Request,
): Promise<number> {
  const counts: number[] = []
  for (let count = 0; count < tries; count++) {
    const before = counter.count()
    const { status, brief } = await call(subject, newRequest())
    if (status !== 200) throw new Error(`${subject.name} answered ${brief}`)
    await sleep(settleMilliseconds)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}
