// The peer, set up as in its documentation, with joins and without rate limits.
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'
import { publicUrl, secret } from '../constants.ts'
import { reportToParent } from '../report-to-parent.ts'

const [url = ''] = process.argv.slice(2)

const options = {
  database: new pg.Pool({ connectionString: url, max: 10 }),
  baseURL: publicUrl,
  secret,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  advanced: { database: { joins: true } },
}
const { runMigrations } = await getMigrations(options)
await runMigrations()

const handle = toNodeHandler(betterAuth(options))
const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  reportToParent(typeof address === 'object' && address !== null ? address.port : 0)
})
