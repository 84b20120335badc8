// The peer with organizations and teams, set up as in its documentation, optionally with limits.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { admin, organization } from 'better-auth/plugins'
import pg from 'pg'
import type { limits as raceLimits } from '../../packages/stories/src/races/subject.ts'
import { publicUrl, secret } from '../constants.ts'
import { reportToParent } from '../report-to-parent.ts'
import { addMemberPath, serverKey } from './peer-server.ts'

const [url = '', limitsJson = 'null'] = process.argv.slice(2)
const limits: typeof raceLimits | null = JSON.parse(limitsJson)

const options = {
  database: new pg.Pool({ connectionString: url, max: 10 }),
  baseURL: publicUrl,
  secret,
  emailAndPassword: { enabled: true },
  user: { deleteUser: { enabled: true } },
  rateLimit: { enabled: false },
  advanced: { database: { joins: true } },
  logger: { disabled: true },
  // Unexpected errors are answered below instead of being logged for each request.
  onAPIError: { throw: true },
  plugins: [
    admin(),
    organization({
      teams: {
        enabled: true,
        ...(limits && {
          maximumTeams: limits.teams,
          maximumMembersPerTeam: limits.teamMembers,
        }),
      },
      ...(limits && {
        organizationLimit: limits.organizations,
        membershipLimit: limits.members,
        invitationLimit: limits.invitations,
      }),
    }),
  ],
}
const { runMigrations } = await getMigrations(options)
await runMigrations()

const auth = betterAuth(options)
const handle = toNodeHandler(auth)

/** The peer can add members on the server only, so an application would expose it like this. */
async function addMember(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  const isBackend = request.headers.authorization === `Bearer ${serverKey}`
  const result = isBackend
    ? await auth.api.addMember({ body, asResponse: true })
    : new Response(null, { status: 401 })
  response.writeHead(result.status, { 'content-type': 'application/json' })
  response.end(await result.text())
}

const server = createServer((request, response) => {
  const isAdding = request.url === `/api/auth${addMemberPath}`
  const handled = isAdding ? addMember(request, response) : handle(request, response)
  handled.catch(() => response.writeHead(500).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  reportToParent(typeof address === 'object' && address !== null ? address.port : 0)
})
