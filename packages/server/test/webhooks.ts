import { expect } from 'vitest'
import * as z from 'zod/mini'
import { createOrganization, type OwnedOrganization } from './owned-organization.ts'
import { type BillingAnswer, type BillingCalls, newBackend } from './sellers.ts'
import type { TestServer } from './server.ts'

const made = z.object({ id: z.string(), url: z.string(), secret: z.string() })

export type CreatedEndpoint = z.output<typeof made>

/** The required fields of an endpoint; nothing listens at this URL. */
export const bareEndpoint = {
  url: 'http://127.0.0.1:1024/hook',
  format: 'raw',
  events: ['customer.created', 'customer.updated'],
} as const

export async function newEndpoint(
  calls: BillingCalls,
  input: object = {},
): Promise<CreatedEndpoint> {
  const answer = await calls.post('/webhooks/endpoints', { ...bareEndpoint, ...input })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}

export interface Listener {
  readonly organization: OwnedOrganization
  readonly calls: BillingCalls
  readonly endpoint: CreatedEndpoint
}

/** A new organization with an endpoint at this URL for events about customers. */
export async function newListener(
  server: TestServer,
  url: string,
  input: object = {},
): Promise<Listener> {
  const organization = await createOrganization(server)
  const scopes = ['webhooks:write', 'customers:write'] as const
  const calls = await newBackend(server, organization, scopes)
  return { organization, calls, endpoint: await newEndpoint(calls, { url, ...input }) }
}

const message = z.object({
  id: z.string(),
  sequence: z.number(),
  type: z.string(),
  state: z.string(),
  object_id: z.string(),
  attempt_count: z.number(),
  next_attempt_at: z.nullable(z.string()),
  last_http_code: z.nullable(z.number()),
})

export type ListedMessage = z.output<typeof message>

/** The messages of the caller's endpoints, newest first. */
export async function messagesOf(calls: BillingCalls, query = ''): Promise<ListedMessage[]> {
  const { body } = await calls.get(`/webhooks/messages?limit=100&${query}`)
  return z.parse(z.array(message), body?.['items'])
}

export const itemsOf = ({ body }: BillingAnswer): Readonly<Record<string, unknown>>[] =>
  z.parse(z.array(z.record(z.string(), z.unknown())), body?.['items'])
