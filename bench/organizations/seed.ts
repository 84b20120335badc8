import { runOn } from '../../packages/server/test/sql.ts'
import { call, listWithin } from '../../packages/stories/src/races/call.ts'
import type { Person, Subject } from '../../packages/stories/src/races/subject.ts'
import type { Workload } from '../load/workload.ts'
import { getRequest, postRequest } from '../raw-request.ts'
import type { InsertOrganizations, NewOrganization } from './rows.ts'

const ownersCount = 1_000
const organizationsOfOwner = 10
/** The number of owners whose first organization has as many members as one may have. */
const readersCount = 64
const membersOfLarge = 100
const creatorsCount = 4_000
const peoplePerBatch = 1_000

/** Each request to create an organization replaces it with a new UUID. */
const unique = '00000000-0000-0000-0000-000000000000'

/** The measured requests. */
export interface Workloads {
  readonly creates: Workload
  readonly lists: Workload
  readonly reads: Workload
}

export interface SeedInput {
  readonly subject: Subject
  readonly databaseUrl: string
  readonly insert: InsertOrganizations
}

/** Inserts enough rows for indexes to be used, and returns requests of the inserted users. */
export async function seed({ subject, databaseUrl, insert }: SeedInput): Promise<Workloads> {
  const people: Person[] = []
  while (people.length < ownersCount + creatorsCount) {
    people.push(...(await subject.newPeople(peoplePerBatch)))
  }
  const owners = people.slice(0, ownersCount)
  const creators = people.slice(ownersCount)
  const ids = await insert(owners.flatMap((owner, at) => organizationsOf(owner, at, creators)))
  await runOn(databaseUrl, 'analyze')
  const readers = owners.slice(0, readersCount)
  const paths = readers.map((_, at) => largePath(ids[at * organizationsOfOwner] ?? ''))
  await verify(subject, readers, paths)
  return {
    creates: {
      requests: creators.map(({ here }) =>
        postRequest('/organization/create', here, { name: 'Example', slug: `new-${unique}` }),
      ),
      unique,
      expects: '"members":[',
      connections: 16,
    },
    lists: {
      requests: readers.map(({ here }) => getRequest('/organization/list', here)),
      expects: '"slug":"of-',
      connections: 32,
    },
    reads: {
      requests: readers.map(({ here }, at) => getRequest(paths[at] ?? '', here)),
      expects: '"members":[',
      connections: 16,
    },
  }
}

const largePath = (id: string): string => `/organization/get-full-organization?organizationId=${id}`

function organizationsOf(
  { id: ownerId }: Person,
  at: number,
  others: readonly Person[],
): NewOrganization[] {
  const small = { ownerId, memberIds: [], teams: 1 }
  const first = at * (membersOfLarge - 1)
  const large =
    at < readersCount
      ? Array.from(
          { length: membersOfLarge - 1 },
          (_, next) => others[(first + next) % others.length]?.id ?? '',
        )
      : []
  const rest = Array.from({ length: organizationsOfOwner - 1 }, () => small)
  return [{ ...small, memberIds: large }, ...rest]
}

/** Both servers must return all of it, or their rates can't be compared. */
async function verify(
  subject: Subject,
  readers: readonly Person[],
  paths: readonly string[],
): Promise<void> {
  for (const [at, { here: caller }] of readers.entries()) {
    const listed = await call(subject, { caller, path: '/organization/list' })
    const read = await call(subject, { caller, path: paths[at] ?? '' })
    const counts = [listWithin(listed.body).length, listWithin(read.body, 'members').length]
    if (counts[0] !== organizationsOfOwner || counts[1] !== membersOfLarge) {
      throw new Error(`${subject.name} returned ${counts.join(' organizations and ')} members`)
    }
  }
}
