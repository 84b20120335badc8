import type pg from 'pg'
import {
  type Address,
  appName,
  databaseName,
  ownerName,
  socketUrl,
  superuserName,
  withClient,
} from './connection.ts'

export interface Passwords {
  owner: string
  app: string
}

/** Creates missing roles and the database, and returns the server's version. */
export function prepareRoles(address: Address, passwords: Passwords | null): Promise<string> {
  return withClient(socketUrl(superuserName, 'postgres', address), async (client) => {
    const found = await look(client)
    if (!found.owner) await client.query(`create role ${ownerName} login createdb`)
    // Membership lets the owner act for the runtime role and terminate its connections.
    if (!found.app) await client.query(`create role ${appName} login role ${ownerName}`)
    if (!found.database) await client.query(`create database ${databaseName} owner ${ownerName}`)
    if (passwords !== null) await setPasswords(client, passwords)
    return found.version
  })
}

async function look(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select current_setting('server_version') as version,
       exists (select from pg_roles where rolname = $1) as owner,
       exists (select from pg_roles where rolname = $2) as app,
       exists (select from pg_database where datname = $3) as database`,
    [ownerName, appName, databaseName],
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL returned no row')
  return found
}

interface Found {
  version: string
  owner: boolean
  app: boolean
  database: boolean
}

async function setPasswords(client: pg.Client, { owner, app }: Passwords): Promise<void> {
  await client.query(`alter role ${ownerName} password ${client.escapeLiteral(owner)}`)
  await client.query(`alter role ${appName} password ${client.escapeLiteral(app)}`)
}
