import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { type Person, serverWithOperator } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'

interface Northwind {
  /** Ada's page. */
  page: Page
  /** Owns both organizations. */
  ada: Person
  /** A member of the first one without further rights. */
  jun: Person
  northwind: Organization
  empty: Organization
}

/**
 * A server with two people and two organizations, one of which stays empty. They are made by a
 * hook, so their ids and names are to be read inside tests and later hooks only.
 */
export function northwindServer(options: Parameters<typeof serverWithOperator>[1] = {}) {
  const app = serverWithOperator({}, options)
  let created: Northwind | undefined

  beforeAll(async () => {
    created = await createNorthwind(app)
  })

  function current(): Northwind {
    assert(created, 'Northwind exists inside tests and later hooks only')
    return created
  }
  /** Prepares the tests by requests of Ada's page, whose visit ends then. */
  function setUp(prepare: (page: Page) => Promise<void>): void {
    beforeAll(async () => {
      await prepare(current().page)
      await app.endVisits()
    })
  }
  return {
    app,
    setUp,
    ada: personBy(() => current().ada),
    jun: personBy(() => current().jun),
    northwind: organizationBy(() => current().northwind),
    empty: organizationBy(() => current().empty),
  }
}

async function createNorthwind(server: ReturnType<typeof serverWithOperator>): Promise<Northwind> {
  const ada = await server.signUp('Ada Lindqvist')
  const jun = await server.signUp('Jun Okafor')
  const page = await server.signInAs(ada)
  const northwind = await createOrganization(page, 'Northwind Tools')
  const empty = await createOrganization(page, 'Empty')
  await addMember(server, northwind, jun, 'member')
  return { page, ada, jun, northwind, empty }
}

const personBy = (read: () => Person): Person => ({
  get id() {
    return read().id
  },
  get name() {
    return read().name
  },
  get email() {
    return read().email
  },
})

const organizationBy = (read: () => Organization): Organization => ({
  get id() {
    return read().id
  },
  get name() {
    return read().name
  },
  get slug() {
    return read().slug
  },
})
