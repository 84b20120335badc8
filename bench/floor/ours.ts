// The same lookup as an operation of our server, with everything that it has in production:
// routing, parsing, codec, headers, CORS, request log.
import { createServer } from 'node:http'
import { operation } from '@guildhall/contract/operation'
import { id, instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { accept, refuse } from '../../packages/server/src/kernel/refusal.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { namedStatement } from '../../packages/server/src/platform/database/reader.ts'
import { clientAddress } from '../../packages/server/src/platform/http/client-address.ts'
import { createOnce } from '../../packages/server/src/platform/http/idempotency/once.ts'
import { trustedOrigins } from '../../packages/server/src/platform/http/origins.ts'
import { unlimited } from '../../packages/server/src/platform/http/rate-limit.ts'
import { securityHeaders } from '../../packages/server/src/platform/http/security-headers.ts'
import { serve } from '../../packages/server/src/platform/http/serve.ts'
import { createTransport } from '../../packages/server/src/platform/http/transport.ts'
import { createLog } from '../../packages/server/src/platform/log.ts'
import { reportToParent } from '../report-to-parent.ts'
import { type CustomerRow, lookupText } from './customers.ts'

const [url = ''] = process.argv.slice(2)
const publicUrl = 'http://localhost:3000'
const log = createLog({ level: 'info' })
const database = await openDatabase({ url }, log)
const lookup = namedStatement<CustomerRow>('lookup', lookupText)

const getCustomer = operation({
  name: 'bench.getCustomer',
  wire: 'billing',
  method: 'GET',
  path: '/v1/bench/customers/:id',
  summary: 'Get a customer',
  tag: 'bench',
  for: 'anyone',
  params: z.object({ id: id('customer') }),
  returns: z.object({ id: z.string(), email: z.string(), name: z.string(), createdAt: instant }),
  status: 200,
  refuses: ['not_found'],
})

const route = serve(getCustomer, async ({ params }) => {
  const [row] = await database.read(lookup, [params.id])
  const { created_at: createdAt, ...customer } = accept(row ?? refuse('not_found'))
  return { ...customer, createdAt }
})

const transport = createTransport({
  operations: [route],
  pages: [],
  notFoundPage: () => ({ status: 404, headers: {}, body: null }),
  security: securityHeaders(publicUrl),
  origins: trustedOrigins(publicUrl, []),
  clientAddress: clientAddress([]),
  resolvers: {},
  guards: {
    limit: unlimited,
    once: createOnce({ database, keyring: createKeyring(['secret of the bench']), log }),
  },
  clock: systemClock,
  log,
  observe: () => undefined,
})

const server = createServer(transport)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  reportToParent(typeof address === 'object' && address !== null ? address.port : 0)
})
