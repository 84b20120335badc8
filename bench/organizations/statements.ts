import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  countStatements,
  type StatementCounter,
} from '../../packages/server/test/statement-counter.ts'
import { call, type Request } from '../../packages/stories/src/races/call.ts'
import type { Person, Subject } from '../../packages/stories/src/races/subject.ts'
import type { Candidate, Server } from '../rounds.ts'
import { startServer } from '../rounds.ts'
import type { InsertOrganizations } from './rows.ts'

/** Statements of one call, for somebody with few of everything and for somebody with many. */
export interface Statements {
  readonly name: string
  readonly few: number
  readonly many: number
}

export const few = 10
export const many = 100

/** Other statements may come in between, of work in the background: the fewest count. */
const tries = 5
/** Some are made after the answer, which are the call's as well. */
const afterwardsMilliseconds = 200

interface Counted {
  readonly databaseUrl: string
  readonly candidate: (url: string) => Candidate
  readonly subject: (server: Server) => Promise<Subject>
  readonly insert: InsertOrganizations
}

/** A server of its own, whose database is behind a counter. */
export async function statementsOf(counted: Counted): Promise<Statements[]> {
  const counter = await countStatements(counted.databaseUrl)
  try {
    const server = await startServer(counted.candidate(counter.url))
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
  for (const [name, ask] of Object.entries(questions)) {
    statements.push({
      name,
      few: await fewest(counter, subject, () => ask(small)),
      many: await fewest(counter, subject, () => ask(large)),
    })
  }
  return statements
}

interface Owner extends Person {
  readonly organizationId: string
}

/** The first of them gets as many organizations as they are, and all are in the first of those. */
async function newOwner(insert: InsertOrganizations, people: readonly Person[]): Promise<Owner> {
  const [owner, ...others] = people
  if (owner === undefined) throw new Error('there is an owner')
  const memberIds = others.map(({ id }) => id)
  const small = { ownerId: owner.id, memberIds: [], teams: 1 }
  const [organizationId = ''] = await insert([
    { ownerId: owner.id, memberIds, teams: people.length },
    ...others.map(() => small),
  ])
  return { ...owner, organizationId }
}

const of = ({ here: caller, organizationId }: Owner, name: string): Request => ({
  caller,
  path: `/organization/${name}?organizationId=${organizationId}`,
})

const questions: Readonly<Record<string, (owner: Owner) => Request>> = {
  create: ({ here: caller }) => ({
    caller,
    path: '/organization/create',
    body: { name: 'Example', slug: `new-${randomUUID()}`, keepCurrentActiveOrganization: true },
  }),
  list: ({ here: caller }) => ({ caller, path: '/organization/list' }),
  'get-full-organization': (owner) => of(owner, 'get-full-organization'),
  'list-members': (owner) => of(owner, 'list-members'),
  'list-teams': (owner) => of(owner, 'list-teams'),
}

async function fewest(
  counter: StatementCounter,
  subject: Subject,
  question: () => Request,
): Promise<number> {
  const counts: number[] = []
  for (let count = 0; count < tries; count++) {
    const before = counter.count()
    const { status, brief } = await call(subject, question())
    if (status !== 200) throw new Error(`${subject.name} answered ${brief}`)
    await sleep(afterwardsMilliseconds)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}
