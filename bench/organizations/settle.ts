import { runOn } from '../../packages/server/test/sql.ts'
import { call, listWithin } from '../../packages/stories/src/races/call.ts'
import type { Person, Subject } from '../../packages/stories/src/races/subject.ts'
import type { Demand } from '../load/order.ts'
import { getRequest, postRequest } from '../raw-request.ts'
import type { InsertOrganizations, NewOrganization } from './rows.ts'

const ownersCount = 1_000
const organizationsOfOwner = 10
/** So many owners' first organization is as large as one may be. */
const readersCount = 64
const membersOfLarge = 100
const creatorsCount = 4_000
const peopleAtOnce = 1_000

/** In whose place each request to create an organization has a UUID of its own. */
const unique = '00000000-0000-0000-0000-000000000000'

/** What is asked of a server while it is measured. */
export interface Demands {
  readonly creates: Demand
  readonly lists: Demand
  readonly reads: Demand
}

export interface Settler {
  readonly subject: Subject
  readonly databaseUrl: string
  readonly insert: InsertOrganizations
}

/** Tables of the size at which indexes are used, and the requests of those who are in them. */
export async function settle({ subject, databaseUrl, insert }: Settler): Promise<Demands> {
  const people: Person[] = []
  while (people.length < ownersCount + creatorsCount) {
    people.push(...(await subject.newPeople(peopleAtOnce)))
  }
  const owners = people.slice(0, ownersCount)
  const creators = people.slice(ownersCount)
  const ids = await insert(owners.flatMap((owner, at) => organizationsOf(owner, at, creators)))
  await runOn(databaseUrl, 'analyze')
  const readers = owners.slice(0, readersCount)
  const paths = readers.map((_, at) => largePath(ids[at * organizationsOfOwner] ?? ''))
  await prove(subject, readers, paths)
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

/** Both servers must tell all of it, or their rates can't be compared. */
async function prove(
  subject: Subject,
  readers: readonly Person[],
  paths: readonly string[],
): Promise<void> {
  for (const [at, { here: caller }] of readers.entries()) {
    const listed = await call(subject, { caller, path: '/organization/list' })
    const read = await call(subject, { caller, path: paths[at] ?? '' })
    const told = [listWithin(listed.body).length, listWithin(read.body, 'members').length]
    if (told[0] !== organizationsOfOwner || told[1] !== membersOfLarge) {
      throw new Error(`${subject.name} tells of ${told.join(' organizations and ')} members`)
    }
  }
}
