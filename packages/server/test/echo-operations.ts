import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { operation } from '@guildhall/contract/operation'
import { id, instant, metadata } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { accept, refuse } from '../src/kernel/refusal.ts'
import { directAnswer, redirectTo } from '../src/platform/http/direct-answer.ts'
import { serve } from '../src/platform/http/serve.ts'

/** Endpoints of both wires that answer what they were sent, for tests of the transport. */
const base = { tag: 'Test', for: 'anyone', refuses: [] } as const

const customer = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  createdAt: instant,
  metadata,
})

const createCustomer = operation({
  ...base,
  name: 'createCustomer',
  wire: 'billing',
  method: 'POST',
  path: '/v1/customers',
  summary: 'Create',
  body: z.object({
    externalId: z.optional(z.nullable(z.string())),
    metadata: z.optional(metadata),
  }),
  bodyLimitBytes: 1000,
  returns: customer,
  status: 201,
})

const getCustomer = operation({
  ...base,
  name: 'getCustomer',
  wire: 'billing',
  method: 'GET',
  path: '/v1/customers/external/:externalId',
  summary: 'Get',
  params: z.object({ externalId: z.string() }),
  query: z.object({
    organizationId: z.optional(z.array(id('organization'))),
    page: z._default(z.int(), 1),
  }),
  returns: z.object({ externalId: z.string(), page: z.int(), organizationCount: z.int() }),
  status: 200,
})

const removeCustomer = operation({
  ...base,
  name: 'removeCustomer',
  wire: 'billing',
  method: 'DELETE',
  path: '/v1/customers/:id',
  summary: 'Remove',
  params: z.object({ id: id('customer') }),
  returns: null,
  status: 204,
  refuses: ['not_found'],
})

const signUp = operation({
  ...base,
  name: 'signUp',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Sign up',
  body: z.object({ email: z.email(), birthDay: z.optional(instant) }),
  returns: z.object({ email: z.string(), createdAt: instant }),
  status: 200,
})

const formPost = operation({
  ...base,
  name: 'formPost',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/callback/:provider',
  summary: 'Form',
  params: z.object({ provider: z.string() }),
  body: z.object({ state: z.string() }),
  accepts: 'form',
  crossSite: true,
  returns: z.object({ state: z.string() }),
  status: 200,
})

export const plain = (name: string, path: `/${string}`) =>
  operation({
    ...base,
    name,
    wire: 'account',
    method: 'GET',
    path,
    summary: name,
    returns: z.object({ ok: z.boolean() }),
    status: 200,
  })

const createdAt = new Date('2026-01-31T10:00:00.000Z')

export const echoOperations = [
  serve(createCustomer, async ({ body }) => ({
    id: 'c1',
    externalId: body.externalId ?? null,
    createdAt,
    metadata: body.metadata ?? {},
  })),
  serve(getCustomer, async ({ params, query }) => ({
    externalId: params.externalId,
    page: query.page,
    organizationCount: query.organizationId?.length ?? 0,
  })),
  serve(removeCustomer, async ({ params }) => {
    if (params.id.endsWith('0')) accept(refuse('not_found'))
  }),
  serve(signUp, async ({ body }) => ({ email: body.email, createdAt, password: 'hash' })),
  serve(formPost, async ({ body }) => body),
  serve(plain('bug', '/api/auth/bug'), async () => {
    throw new Error('connection string postgres://user:secret@db')
  }),
  serve(plain('away', '/api/auth/away'), async () => redirectTo('https://example.com/')),
  serve(plain('cookies', '/api/auth/cookies'), async (call) => {
    call.addCookie('a=1; Path=/')
    call.addCookie('b=2; Path=/')
    return { ok: call.cookie('session') === 'x%3D' && call.cookie('none') === null }
  }),
  serve(plain('broken', '/api/auth/broken-stream'), async () =>
    directAnswer(200, { 'content-type': 'text/plain' }, Readable.from(breakingText())),
  ),
]

async function* breakingText() {
  yield 'first part'
  await wait(10)
  throw new Error('the secret reason')
}
