import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { isLoopbackHost } from '../platform/http-client/addresses.ts'
import { exposureWarnings } from './exposure.ts'
import { type ExaminedDatabase, type Finding, fine, weak, wrong } from './findings.ts'

export async function examineSettings(
  examined: ExaminedDatabase,
  config: Config,
): Promise<Finding[]> {
  const { server, database, mail } = config
  const { protocol, hostname } = new URL(server.url)
  const open = protocol === 'http:' && !isLoopbackHost(hostname)
  const oneLogin = database.url !== null && database.ownerUrl === null
  return [
    open
      ? weak(
          `GUILDHALL_URL is ${server.url}: without https, passwords are sent unencrypted`,
          'put a proxy with a certificate in front, and set GUILDHALL_URL to its https address',
        )
      : fine(`the public URL is ${server.url}`),
    ...(oneLogin ? [oneLoginFinding(database.pooled)] : []),
    ...(mail.smtpUrl === null && !isLoopbackHost(hostname)
      ? [wrong('SMTP_URL is not set', 'no mail is sent until it is')]
      : []),
    ...exposureWarnings({ server, mail }).map((warning) => weak(warning)),
    ...(await examineSeller(examined, config)),
  ]
}

const oneLoginFinding = (pooled: boolean) =>
  weak(
    'the server logs in as the owner of its tables and only assumes a role with fewer privileges' +
      (pooled ? ', behind a pooler only within transactions' : ''),
    'set DATABASE_OWNER_URL to protect history from the server itself',
  )

async function examineSeller(
  examined: ExaminedDatabase,
  { organizations: { sellerId } }: Config,
): Promise<Finding[]> {
  if (sellerId === null) return []
  const { rows } = await examined.query<{ name: string }>(
    `select name from organization where id = ${pg.escapeLiteral(sellerId)}`,
  )
  const [seller] = rows
  return [
    seller === undefined
      ? wrong(
          'GUILDHALL_SELLER_ID is the id of no organization: users can’t buy',
          'set it to an id of the page Organizations, and start the server again',
        )
      : fine(`users buy from ${seller.name}`),
  ]
}
